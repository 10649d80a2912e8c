! Chapter 5 and 19.1 by module mpi
program types
  use mpi
  implicit none
  type :: point
    sequence
    real(8) :: x
    integer :: n
    character(4) :: name
  end type
  type(point) :: points(3), copies(3)
  integer :: ierror, rank, made, resized, n_integers, n_addresses, n_types, combiner, count
  integer :: integers(3), datatypes(3), size, grid(4, 6), part(2, 3), position, one, status(8)
  integer(MPI_ADDRESS_KIND) :: addresses(4), lb, extent, room
  integer(MPI_COUNT_KIND) :: bytes
  character(100) :: packed
  character(MPI_MAX_OBJECT_NAME) :: name
  character(5) :: short
  integer :: length, i, j

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_SELF, rank, ierror)

  call MPI_Get_address(points(1)%x, addresses(1), ierror)
  call MPI_Get_address(points(1)%n, addresses(2), ierror)
  call MPI_Get_address(points(1)%name, addresses(3), ierror)
  call MPI_Get_address(points(2), addresses(4), ierror)
  extent = MPI_Aint_diff(addresses(4), addresses(1))
  call check(MPI_Aint_add(addresses(1), extent) == addresses(4), 'aint_add')
  addresses = addresses - addresses(1)
  call MPI_Type_create_struct(3, [1, 1, 4], addresses, [MPI_REAL8, MPI_INTEGER, MPI_CHARACTER], &
      made, ierror)
  call MPI_Type_create_resized(made, 0_MPI_ADDRESS_KIND, extent, resized, ierror)
  call MPI_Type_commit(resized, ierror)
  do i = 1, 3
    points(i) = point(i * 1.5d0, i, 'p' // char(48 + i))
  end do
  call MPI_Sendrecv(points, 3, resized, 0, 0, copies, 3, resized, 0, 0, MPI_COMM_SELF, status, ierror)
  call check(all(copies%x == points%x) .and. copies(3)%name == 'p3', 'struct')
  call MPI_Get_elements(status, resized, count, ierror)
  call check(count == 18, 'elements')
  call MPI_Type_get_envelope(made, n_integers, n_addresses, n_types, combiner, ierror)
  call check(n_integers == 4 .and. n_types == 3 .and. combiner == MPI_COMBINER_STRUCT, 'envelope')
  call check_contents()
  call MPI_Type_get_extent(resized, lb, room, ierror)
  call check(lb == 0 .and. room == extent, 'extent')
  call MPI_Type_size(resized, size, ierror)
  call MPI_Type_size_x(resized, bytes, ierror)
  call check(size == 16 .and. bytes == 16, 'size')

  ! names
  call MPI_Type_set_name(resized, 'a point  ', ierror)
  call MPI_Type_get_name(resized, name, length, ierror)
  call check(name == 'a point' .and. length == 7, 'name')
  call MPI_Type_get_name(MPI_DOUBLE_PRECISION, short, length, ierror)
  call check(short == 'MPI_D' .and. length == 20, 'a name cut')
  call MPI_Type_free(made, ierror)
  call MPI_Type_free(resized, ierror)

  ! a part of an array; places begin at 0
  grid = reshape([((10 * i + j, i = 1, 4), j = 1, 6)], [4, 6])
  call MPI_Type_create_subarray(2, [4, 6], [2, 3], [1, 2], MPI_ORDER_FORTRAN, MPI_INTEGER, made, ierror)
  call MPI_Type_commit(made, ierror)
  position = 0
  call MPI_Pack(grid, 1, made, packed, 100, position, MPI_COMM_SELF, ierror)
  call check(position == 24, 'pack')
  position = 0
  call MPI_Unpack(packed, 100, position, part, 6, MPI_INTEGER, MPI_COMM_SELF, ierror)
  call check(all(part == grid(2:3, 3:5)), 'subarray')
  call MPI_Type_free(made, ierror)
  room = 0
  call MPI_Pack_external('external32', [1, 2], 2, MPI_INTEGER, packed, 100_MPI_ADDRESS_KIND, room, ierror)
  call check(room == 8 .and. packed(1:4) == char(0) // char(0) // char(0) // char(1), 'external32')
  room = 4
  call MPI_Unpack_external('external32', packed, 100_MPI_ADDRESS_KIND, room, one, 1, MPI_INTEGER, ierror)
  call check(one == 2, 'unpack_external')

  ! section 19.1.9
  call MPI_Type_create_f90_real(15, MPI_UNDEFINED, made, ierror)
  call MPI_Type_size(made, size, ierror)
  call check(size == 8, 'f90_real')
  call MPI_Type_create_f90_integer(9, made, ierror)
  call MPI_Type_size(made, size, ierror)
  call check(size == 4, 'f90_integer')
  call MPI_Type_match_size(MPI_TYPECLASS_COMPLEX, 16, made, ierror)
  call MPI_Type_size(made, size, ierror)
  call check(size == 16, 'match_size')
  call MPI_Sizeof(lb, size, ierror)
  call check(size == 8, 'sizeof')
  call MPI_Sizeof(grid, size, ierror)
  call check(size == 4, 'sizeof an array')
  call MPI_Finalize(ierror)
contains
  include 'check.inc'

  subroutine check_contents()
    integer :: found(4)
    call MPI_Type_get_contents(made, 4, 3, 3, found, addresses, datatypes, ierror)
    call check(all(found == [3, 1, 1, 4]) .and. addresses(3) == 12, 'contents')
    call check(all(datatypes == [MPI_REAL8, MPI_INTEGER, MPI_CHARACTER]), 'types of contents')
    integers = found(1:3)
  end subroutine
end program
