! Chapter 3 by module mpi
program p2p
  use mpi
  implicit none
  integer :: ierror, rank, size, next, last, i, indx, count, sum, message, n, partner
  integer :: requests(6), indices(6), status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 6)
  integer :: sent(100), got(100), one
  logical :: flag
  real(8) :: matrix(4, 4), column(4)
  character(1000) :: buffer
  integer(MPI_COUNT_KIND) :: many

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  next = mod(rank + 1, size)
  last = mod(rank + size - 1, size)

  ! any of several, whose indices begin at 1
  do i = 1, 3
    call MPI_Irecv(got(i), 1, MPI_INTEGER, last, i, MPI_COMM_WORLD, requests(i), ierror)
  end do
  call MPI_Testany(3, requests, indx, flag, status, ierror)
  do i = 3, 1, -1
    call MPI_Send(10 * i, 1, MPI_INTEGER, next, i, MPI_COMM_WORLD, ierror)
  end do
  sum = 0
  if (flag) sum = indx
  do
    call MPI_Waitany(3, requests, indx, status, ierror)
    if (indx == MPI_UNDEFINED) exit
    call check(indx >= 1 .and. indx <= 3 .and. status(MPI_TAG) == indx, 'waitany')
    call check(got(indx) == 10 * indx, 'its message')
    sum = sum + indx
  end do
  call check(sum == 6, 'all of them')

  do i = 1, 3
    call MPI_Irecv(got(i), 1, MPI_INTEGER, last, i, MPI_COMM_WORLD, requests(i), ierror)
    call MPI_Issend(sent(i), 1, MPI_INTEGER, next, i, MPI_COMM_WORLD, requests(i + 3), ierror)
  end do
  sum = 0
  do while (sum < 21)
    call MPI_Waitsome(6, requests, n, indices, statuses, ierror)
    do i = 1, n
      call check(indices(i) >= 1 .and. indices(i) <= 6, 'waitsome')
      sum = sum + indices(i)
    end do
  end do
  call check(sum == 21, 'some, and in the end all')
  call MPI_Testsome(6, requests, n, indices, MPI_STATUSES_IGNORE, ierror)
  call check(n == MPI_UNDEFINED, 'none is left')
  call MPI_Testall(6, requests, flag, MPI_STATUSES_IGNORE, ierror)
  call check(flag, 'testall')

  ! persistent
  sent = [(100 * rank + i, i = 1, 100)]
  call MPI_Send_init(sent, 100, MPI_INTEGER, next, 3, MPI_COMM_WORLD, requests(1), ierror)
  call MPI_Recv_init(got, 100, MPI_INTEGER, last, 3, MPI_COMM_WORLD, requests(2), ierror)
  do n = 1, 3
    sent(1) = n
    call MPI_Startall(2, requests, ierror)
    call MPI_Waitall(2, requests, statuses, ierror)
    call check(got(1) == n .and. got(100) == 100 * last + 100, 'persistent')
  end do
  call MPI_Request_free(requests(1), ierror)
  call MPI_Request_free(requests(2), ierror)
  call check(requests(2) == MPI_REQUEST_NULL, 'request_free')

  ! probes
  call MPI_Isend(sent, 5, MPI_INTEGER, next, 4, MPI_COMM_WORLD, requests(1), ierror)
  call MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, ierror)
  call MPI_Get_count(status, MPI_INTEGER, count, ierror)
  call check(count == 5 .and. status(MPI_SOURCE) == last, 'probe')
  call MPI_Mprobe(last, 4, MPI_COMM_WORLD, message, status, ierror)
  call MPI_Mrecv(got, 5, MPI_INTEGER, message, status, ierror)
  call check(message == MPI_MESSAGE_NULL, 'mrecv')
  call MPI_Get_elements_x(status, MPI_INTEGER, many, ierror)
  call check(many == 5, 'elements')
  call MPI_Wait(requests(1), MPI_STATUS_IGNORE, ierror)
  call MPI_Iprobe(last, 99, MPI_COMM_WORLD, flag, status, ierror)
  call check(.not. flag, 'nothing is there')

  ! buffered, cancelled
  call MPI_Buffer_attach(buffer, 1000, ierror)
  call MPI_Bsend(rank, 1, MPI_INTEGER, next, 5, MPI_COMM_WORLD, ierror)
  call MPI_Recv(one, 1, MPI_INTEGER, last, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  call check(one == last, 'bsend')
  call MPI_Buffer_detach(buffer, n, ierror)
  call check(n == 1000, 'detach')
  call MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0, ierror)
  call MPI_Bsend(rank, 1, MPI_INTEGER, next, 5, MPI_COMM_WORLD, ierror)
  call MPI_Recv(one, 1, MPI_INTEGER, last, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  call MPI_Buffer_detach(buffer, n, ierror)
  call MPI_Irecv(one, 1, MPI_INTEGER, last, 98, MPI_COMM_WORLD, requests(1), ierror)
  call MPI_Cancel(requests(1), ierror)
  call MPI_Wait(requests(1), status, ierror)
  call MPI_Test_cancelled(status, flag, ierror)
  call check(flag, 'cancelled')

  ! sections that are copied; every kind of array
  matrix = reshape([(real(i, 8), i = 1, 16)], [4, 4])
  call MPI_Sendrecv(matrix(2, :), 4, MPI_DOUBLE_PRECISION, next, 6, column, 4, MPI_REAL8, last, 6, &
      MPI_COMM_WORLD, status, ierror)
  call check(all(column == [2, 6, 10, 14]), 'a row')
  call MPI_Sendrecv_replace(matrix, 16, MPI_DOUBLE_PRECISION, next, 7, last, 7, MPI_COMM_WORLD, &
      MPI_STATUS_IGNORE, ierror)
  call check(matrix(4, 4) == 16, 'replace')
  partner = MPI_PROC_NULL
  call MPI_Send(one, 1, MPI_INTEGER, partner, 0, MPI_COMM_WORLD, ierror)

  ! partitioned
  call MPI_Psend_init(sent, 4, 25, MPI_INTEGER, next, 8, MPI_COMM_WORLD, &
      MPI_INFO_NULL, requests(1), ierror)
  call MPI_Precv_init(got, 4, 25, MPI_INTEGER, last, 8, MPI_COMM_WORLD, &
      MPI_INFO_NULL, requests(2), ierror)
  call MPI_Startall(2, requests, ierror)
  call MPI_Pready_list(2, [3, 0], requests(1), ierror)
  call MPI_Pready_range(1, 2, requests(1), ierror)
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
  call check(got(99) == 100 * last + 99, 'partitions')
  call MPI_Request_free(requests(1), ierror)
  call MPI_Request_free(requests(2), ierror)
  call MPI_Finalize(ierror)
contains
  include 'check.inc'
end program
