! Chapter 6 by module mpi
program collectives
  use mpi
  implicit none
  integer :: ierror, rank, size, i, op, request
  integer, allocatable :: sent(:), got(:), counts(:), displs(:), types(:), zeros(:)
  double precision :: pair(2), best(2)
  complex(8) :: z, product
  real(16) :: sixth = 1.0_16 / 6, sum
  logical :: yes, any, commutes
  real :: a(2, 2), b(2, 2), row(2, 2)
  external :: times
  integer :: matrix

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  allocate (sent(size), got(size), counts(size), displs(size), types(size), zeros(size))

  sent = [(10 * rank + i, i = 1, size)]
  call MPI_Alltoall(sent, 1, MPI_INTEGER, got, 1, MPI_INTEGER, MPI_COMM_WORLD, ierror)
  call check(all(got == [(10 * i + rank + 1, i = 0, size - 1)]), 'alltoall')
  counts = 1
  displs = [(4 * i, i = 0, size - 1)]
  types = MPI_INTEGER
  got = 0
  call MPI_Alltoallw(sent, counts, displs, types, got, counts, displs, types, MPI_COMM_WORLD, ierror)
  call check(all(got == [(10 * i + rank + 1, i = 0, size - 1)]), 'alltoallw')
  call MPI_Ialltoallw(MPI_IN_PLACE, zeros, zeros, [0], got, counts, displs, types, MPI_COMM_WORLD, &
      request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call check(all(got == sent), 'and back, in place')

  call MPI_Allgather(rank, 1, MPI_INTEGER, got, 1, MPI_INTEGER, MPI_COMM_WORLD, ierror)
  call check(all(got == [(i, i = 0, size - 1)]), 'allgather')
  got = -1
  got(rank + 1) = rank
  displs = [(i, i = 0, size - 1)]
  call MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, got, counts, displs, MPI_INTEGER, &
      MPI_COMM_WORLD, ierror)
  call check(all(got == [(i, i = 0, size - 1)]), 'allgatherv')
  call MPI_Scatter(sent, 1, MPI_INTEGER, i, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
  call check(i == rank + 1, 'scatter')
  call MPI_Gather(i, 1, MPI_INTEGER, got, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
  if (rank == 0) call check(got(size) == size, 'gather')

  ! Fortran's types
  yes = rank == 0
  call MPI_Allreduce(yes, any, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD, ierror)
  call check(any .eqv. .true., 'lor')
  call MPI_Allreduce(yes, any, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD, ierror)
  call check(any .eqv. size == 1, 'land')
  z = (0d0, 1d0)
  call MPI_Allreduce(z, product, 1, MPI_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD, ierror)
  call check(product == z**size, 'complex product')
  pair = [mod(rank * 3 + 1, 5) * 1d0, rank * 1d0]
  call MPI_Allreduce(pair, best, 1, MPI_2DOUBLE_PRECISION, MPI_MAXLOC, MPI_COMM_WORLD, ierror)
  call check(best(2) == min(size - 1, 1), 'maxloc')
  call MPI_Allreduce(sixth, sum, 1, MPI_REAL16, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check(abs(sum - size / 6.0_16) < 1e-30_16, 'quadruple precision')
  call MPI_Scan(1, i, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check(i == rank + 1, 'scan')
  call MPI_Reduce_scatter_block(sent, i, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check(i == 10 * size * (size - 1) / 2 + size * (rank + 1), 'reduce_scatter_block')

  ! an operation of the program's on a type of its own, whose order matters
  call MPI_Type_contiguous(4, MPI_REAL, matrix, ierror)
  call MPI_Type_commit(matrix, ierror)
  call MPI_Op_create(times, .false., op, ierror)
  call MPI_Op_commutative(op, commutes, ierror)
  call check(.not. commutes, 'commutes')
  a = reshape([1.0, 0.0, rank + 1.0, 1.0], [2, 2])
  call MPI_Allreduce(a, b, 1, matrix, op, MPI_COMM_WORLD, ierror)
  call check(b(1, 2) == size * (size + 1) / 2 .and. b(2, 1) == 0, 'product of matrices')
  call MPI_Iallreduce(a, row, 1, matrix, op, MPI_COMM_WORLD, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call check(all(row == b), 'iallreduce')
  call MPI_Reduce_local(a, row, 1, matrix, op, ierror)
  call check(row(1, 2) == b(1, 2) + rank + 1, 'reduce_local')
  call MPI_Op_free(op, ierror)
  call MPI_Type_free(matrix, ierror)

  ! persistent
  call MPI_Bcast_init(i, 1, MPI_INTEGER, size - 1, MPI_COMM_WORLD, MPI_INFO_NULL, request, ierror)
  i = rank
  call MPI_Start(request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call check(i == size - 1, 'bcast_init')
  call MPI_Request_free(request, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
contains
  include 'check.inc'
end program

subroutine times(left, right, count, datatype)
  use mpi
  implicit none
  integer :: count, datatype, size, ierror, i
  real :: left(2, 2, count), right(2, 2, count)
  call MPI_Type_size(datatype, size, ierror)
  if (size /= 16) stop 1
  do i = 1, count
    right(:, :, i) = matmul(left(:, :, i), right(:, :, i))
  end do
end subroutine
