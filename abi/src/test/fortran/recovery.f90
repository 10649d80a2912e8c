! What survives failures (ULFM), where nobody fails, by mpi and mpi_f08.
subroutine old(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: bits, left, group, request, n, ierror
  logical :: flag
  bits = 8 + rank
  call MPIX_Comm_agree(MPI_COMM_WORLD, bits, ierror)
  call check(ierror == MPI_SUCCESS .and. bits == 8, 'agree')
  call MPIX_Comm_ishrink(MPI_COMM_WORLD, left, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call MPI_Comm_size(left, n, ierror)
  call check(n == size, 'ishrink')
  call MPI_Comm_free(left, ierror)
  call PMPIX_Comm_is_revoked(MPI_COMM_WORLD, flag, ierror)
  call check(.not. flag, 'is_revoked')
  call MPIX_Comm_get_failed(MPI_COMM_WORLD, group, ierror)
  call check(group == MPI_GROUP_EMPTY, 'get_failed')
contains
  include 'check.inc'
end subroutine

program recovery
  use mpi_f08
  implicit none
  integer :: rank, size, bits, n
  type(MPI_Comm) :: left
  type(MPI_Group) :: group
  type(MPI_Request) :: request
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  call old(rank, size)
  bits = 4 + 3 * mod(rank, 2)
  call MPIX_Comm_iagree(MPI_COMM_WORLD, bits, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call check(bits == 4, 'iagree')
  call MPIX_Comm_shrink(MPI_COMM_WORLD, left)
  call MPI_Comm_free(left)
  call MPIX_Comm_failure_ack(MPI_COMM_WORLD)
  call MPIX_Comm_failure_get_acked(MPI_COMM_WORLD, group)
  call check(group == MPI_GROUP_EMPTY, 'failure_get_acked')
  call MPIX_Comm_ack_failed(MPI_COMM_WORLD, 1, n)
  call check(n == 0, 'ack_failed')
  call check(MPIX_ERR_PROC_FAILED == 101 .and. MPIX_ERR_REVOKED == 103, 'error classes')
  call MPI_Finalize()
contains
  include 'check.inc'
end program
