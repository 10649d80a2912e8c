! Chapter 3 by module mpi_f08
program new_p2p
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_ptr, c_loc, c_associated
  implicit none
  integer :: rank, size, next, last, i, indx, count, ierror, n, old(MPI_STATUS_SIZE)
  integer(MPI_COUNT_KIND) :: many
  integer :: indices(3)
  type(MPI_Request) :: requests(3), none
  type(MPI_Status) :: status, statuses(3)
  type(MPI_Message) :: message
  type(MPI_Datatype) :: row
  type(MPI_Comm) :: comm
  integer :: sent(3), got(3)
  real :: matrix(3, 3), column(3)
  logical :: flag
  character(2000), target :: buffer
  type(c_ptr) :: detached

  call MPI_Init()
  comm = MPI_COMM_WORLD
  call check(comm == MPI_COMM_WORLD .and. comm /= MPI_COMM_SELF, 'operators')
  call check(comm == comm%MPI_VAL .and. comm%MPI_VAL == comm .and. .not. comm /= comm%MPI_VAL, &
      'operators with integers')
  call MPI_Comm_rank(comm, rank)
  call MPI_Comm_size(comm, size, ierror)
  call check(ierror == MPI_SUCCESS, 'ierror')
  next = mod(rank + 1, size)
  last = mod(rank + size - 1, size)

  do i = 1, 3
    call MPI_Irecv(got(i), 1, MPI_INTEGER, last, i, comm, requests(i))
  end do
  do i = 1, 3
    call MPI_Send(100 * rank + i, 1, MPI_INTEGER, next, i, comm)
  end do
  call MPI_Waitany(3, requests, indx, status)
  call check(indx == status%MPI_TAG .and. status%MPI_SOURCE == last, 'waitany')
  call MPI_Waitall(3, requests, statuses)
  none = MPI_REQUEST_NULL
  call check(all(requests == none) .and. got(2) == 100 * last + 2, 'waitall')
  call MPI_Testsome(3, requests, n, indices, MPI_STATUSES_IGNORE)
  call check(n == MPI_UNDEFINED, 'testsome')

  ! large counts
  sent = [1, 2, 3]
  call MPI_Isend(sent, 3_MPI_COUNT_KIND, MPI_INTEGER, next, 4, comm, requests(1))
  call MPI_Mprobe(MPI_ANY_SOURCE, 4, comm, message, status)
  call MPI_Get_count(status, MPI_INTEGER, many)
  call MPI_Get_count(status, MPI_INTEGER, count)
  call check(many == 3 .and. count == 3, 'count')
  call MPI_Mrecv(got, 3_MPI_COUNT_KIND, MPI_INTEGER, message, MPI_STATUS_IGNORE)
  call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
  call check(message == MPI_MESSAGE_NULL .and. all(got == sent), 'large counts')
  call MPI_Type_vector(3_MPI_COUNT_KIND, 1_MPI_COUNT_KIND, 3_MPI_COUNT_KIND, MPI_REAL, row)
  call MPI_Type_commit(row)
  matrix = reshape([(real(i), i = 1, 9)], [3, 3])
  call MPI_Sendrecv(matrix, 1, row, next, 5, column, 3, MPI_REAL, last, 5, comm, status)
  call check(all(column == [1, 4, 7]), 'a row')
  call MPI_Type_free(row)

  call MPI_Status_f082f(status, old)
  call check(old(MPI_SOURCE) == last .and. old(MPI_TAG) == 5, 'f082f')
  call MPI_Status_f2f08(old, statuses(1))
  call check(statuses(1)%MPI_TAG == 5, 'f2f08')
  call MPI_Status_set_cancelled(status, .true.)
  call MPI_Test_cancelled(status, flag)
  call check(flag, 'set_cancelled')

  call MPI_Buffer_attach(buffer, 2000)
  call MPI_Bsend(rank, 1, MPI_INTEGER, next, 6, comm)
  call MPI_Recv(i, 1, MPI_INTEGER, last, 6, comm, MPI_STATUS_IGNORE)
  call MPI_Buffer_detach(detached, n)
  call check(i == last .and. n == 2000, 'buffer')
  call check(c_associated(detached, c_loc(buffer)), 'which buffer')
  call PMPI_Barrier(comm)
  call MPI_Finalize(ierror=ierror)
  call check(ierror == MPI_SUCCESS, 'finalize')
contains
  include 'check.inc'
end program
