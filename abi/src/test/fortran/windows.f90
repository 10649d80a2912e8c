! Chapter 12 by module mpi
program windows
  use mpi
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  integer :: ierror, rank, size, win, next, group, one, request, unit
  integer :: memory(10), got(10)
  integer(MPI_ADDRESS_KIND) :: value, bytes, place
  logical :: flag
  type(c_ptr) :: pointer
  integer, pointer :: shared(:)
  character(MPI_MAX_OBJECT_NAME) :: name
  integer :: length

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  next = mod(rank + 1, size)

  memory = rank
  call MPI_Win_create(memory, 40_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  call MPI_Win_get_attr(win, MPI_WIN_SIZE, value, flag, ierror)
  call check(flag .and. value == 40, 'win_size')
  call MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, value, flag, ierror)
  call check(flag .and. value == 4, 'disp_unit')
  call MPI_Win_get_attr(win, MPI_WIN_BASE, value, flag, ierror)
  call MPI_Get_address(memory, place, ierror)
  call check(flag .and. value == place, 'base')
  call MPI_Win_set_name(win, 'ten numbers', ierror)
  call MPI_Win_get_name(win, name, length, ierror)
  call check(name == 'ten numbers', 'name')

  call MPI_Win_fence(MPI_MODE_NOPRECEDE, win, ierror)
  call MPI_Put([(100 * rank + 1), (100 * rank + 2)], 2, MPI_INTEGER, next, 3_MPI_ADDRESS_KIND, 2, &
      MPI_INTEGER, win, ierror)
  call MPI_Accumulate(1, 1, MPI_INTEGER, 0, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, MPI_SUM, win, ierror)
  call MPI_Win_fence(MPI_MODE_NOSUCCEED, win, ierror)
  call check(memory(5) == 100 * mod(rank + size - 1, size) + 2, 'put')
  if (rank == 0) call check(memory(1) == size, 'accumulate')

  call MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win, ierror)
  call MPI_Rget(got, 2, MPI_INTEGER, next, 3_MPI_ADDRESS_KIND, 2, MPI_INTEGER, win, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call MPI_Win_unlock(next, win, ierror)
  call check(got(1) == 100 * rank + 1, 'get')
  call MPI_Win_lock_all(0, win, ierror)
  call MPI_Fetch_and_op(5, one, MPI_INTEGER, rank, 9_MPI_ADDRESS_KIND, MPI_SUM, win, ierror)
  call MPI_Win_flush(rank, win, ierror)
  call check(one == rank, 'fetch_and_op')
  call MPI_Compare_and_swap(7, rank + 5, one, MPI_INTEGER, rank, 9_MPI_ADDRESS_KIND, win, ierror)
  call MPI_Win_unlock_all(win, ierror)
  call check(one == rank + 5 .and. memory(10) == 7, 'compare_and_swap')
  call MPI_Win_get_group(win, group, ierror)
  call MPI_Win_post(group, 0, win, ierror)
  call MPI_Win_start(group, 0, win, ierror)
  call MPI_Win_complete(win, ierror)
  call MPI_Win_wait(win, ierror)
  call MPI_Group_free(group, ierror)
  call MPI_Win_free(win, ierror)
  call check(win == MPI_WIN_NULL, 'win_free')

  ! memory of the library's, as an address and as a pointer
  call MPI_Win_allocate_shared(40_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, pointer, win, ierror)
  call c_f_pointer(pointer, shared, [10])
  call MPI_Win_fence(0, win, ierror)
  shared = rank
  call MPI_Win_fence(0, win, ierror)
  call MPI_Win_shared_query(win, next, bytes, unit, pointer, ierror)
  call c_f_pointer(pointer, shared, [10])
  call check(bytes == 40 .and. unit == 4 .and. all(shared == next), 'shared')
  call MPI_Win_fence(0, win, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Win_allocate(40_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, value, win, ierror)
  call MPI_Win_get_attr(win, MPI_WIN_BASE, place, flag, ierror)
  call check(value == place, 'allocate')
  call MPI_Win_free(win, ierror)
  call MPI_Alloc_mem(40_MPI_ADDRESS_KIND, MPI_INFO_NULL, pointer, ierror)
  call c_f_pointer(pointer, shared, [10])
  shared = 5
  call MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_SELF, win, ierror)
  call MPI_Win_attach(win, shared, 40_MPI_ADDRESS_KIND, ierror)
  call MPI_Get_address(shared, place, ierror)
  call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win, ierror)
  call MPI_Get(one, 1, MPI_INTEGER, 0, place, 1, MPI_INTEGER, win, ierror)
  call MPI_Win_unlock(0, win, ierror)
  call check(one == 5, 'dynamic')
  call MPI_Win_detach(win, shared, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Free_mem(shared, ierror)
  call MPI_Finalize(ierror)
contains
  include 'check.inc'
end program
