! Callbacks, attributes, collective calls, windows and files by module mpi_f08
module procedures
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  integer :: handled = 0, deletions = 0, freed = 0
  type(MPI_Comm) :: seen
contains
  subroutine last_one(invec, inoutvec, len, datatype)
    type(c_ptr), value :: invec, inoutvec
    integer :: len
    type(MPI_Datatype) :: datatype
    integer, pointer :: a(:), b(:)
    if (datatype /= MPI_INTEGER) stop 1
    call c_f_pointer(invec, a, [len])
    call c_f_pointer(inoutvec, b, [len])
    b = max(a, b)
  end subroutine

  subroutine last_one_large(invec, inoutvec, len, datatype)
    type(c_ptr), value :: invec, inoutvec
    integer(MPI_COUNT_KIND) :: len
    type(MPI_Datatype) :: datatype
    call last_one(invec, inoutvec, int(len), datatype)
  end subroutine

  subroutine copy(oldcomm, comm_keyval, extra_state, attribute_val_in, attribute_val_out, flag, ierror)
    type(MPI_Comm) :: oldcomm
    integer :: comm_keyval, ierror
    integer(MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
    logical :: flag
    flag = oldcomm == MPI_COMM_WORLD
    attribute_val_out = attribute_val_in * extra_state
    ierror = MPI_SUCCESS
  end subroutine

  subroutine delete(comm, comm_keyval, attribute_val, extra_state, ierror)
    type(MPI_Comm) :: comm
    integer :: comm_keyval, ierror
    integer(MPI_ADDRESS_KIND) :: attribute_val, extra_state
    deletions = deletions + 1
    ierror = MPI_SUCCESS
  end subroutine

  subroutine handle(comm, error_code)
    type(MPI_Comm) :: comm
    integer :: error_code
    handled = error_code
    seen = comm
  end subroutine

  subroutine query(extra_state, status, ierror)
    integer(MPI_ADDRESS_KIND) :: extra_state
    type(MPI_Status) :: status
    integer :: ierror
    status%MPI_TAG = int(extra_state)
    call MPI_Status_set_elements(status, MPI_INTEGER, 3_MPI_COUNT_KIND)
    call MPI_Status_set_cancelled(status, .false.)
    ierror = MPI_SUCCESS
  end subroutine

  subroutine release(extra_state, ierror)
    integer(MPI_ADDRESS_KIND) :: extra_state
    integer :: ierror
    freed = freed + 1
    ierror = MPI_SUCCESS
  end subroutine

  subroutine stop_it(extra_state, complete, ierror)
    integer(MPI_ADDRESS_KIND) :: extra_state
    logical :: complete
    integer :: ierror
    ierror = MPI_SUCCESS
  end subroutine
end module

program new_objects
  use mpi_f08
  use procedures
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  integer :: rank, size, i, keyval, class, length, ierror, getpid, process
  type(MPI_Comm) :: twin, grid
  type(MPI_Op) :: op
  type(MPI_Errhandler) :: handler
  type(MPI_Request) :: request
  type(MPI_Status) :: status
  type(MPI_Win) :: win
  type(MPI_File) :: file
  type(MPI_Info) :: info
  type(MPI_Session) :: session
  type(MPI_Group) :: group
  type(MPI_Datatype), allocatable :: types(:)
  integer, allocatable :: got(:), sent(:)
  integer(MPI_COUNT_KIND), allocatable :: counts(:)
  integer(MPI_ADDRESS_KIND), allocatable :: displs(:)
  integer(MPI_ADDRESS_KIND) :: value, lb, extent
  integer(MPI_COUNT_KIND) :: large_lb, large_extent
  integer(MPI_OFFSET_KIND) :: bytes
  logical :: flag
  character(MPI_MAX_ERROR_STRING) :: text
  type(c_ptr) :: base
  integer, pointer :: memory(:)

  call MPI_Init_thread(MPI_THREAD_MULTIPLE, i)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)

  ! operations, counts of both kinds
  call MPI_Op_create(last_one, .true., op)
  call MPI_Allreduce(rank, i, 1, MPI_INTEGER, op, MPI_COMM_WORLD)
  call check(i == size - 1, 'operation')
  call MPI_Op_free(op)
  call check(op == MPI_OP_NULL, 'op_free')
  call MPI_Op_create_c(last_one_large, .true., op)
  call MPI_Allreduce(rank, i, 1_MPI_COUNT_KIND, MPI_INTEGER, op, MPI_COMM_WORLD)
  call check(i == size - 1, 'operation for large counts')
  call MPI_Op_free(op)
  allocate (got(size), sent(size), counts(size), displs(size), types(size))
  sent = rank
  counts = 1
  displs = [(4 * i, i = 0, size - 1)]
  types = MPI_INTEGER
  call MPI_Alltoallw(sent, counts, displs, types, got, counts, displs, types, MPI_COMM_WORLD)
  call check(all(got == [(i, i = 0, size - 1)]), 'alltoallw')
  got(rank + 1) = -rank
  call MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, got, 1, MPI_INTEGER, MPI_COMM_WORLD)
  call check(all(got == [(-i, i = 0, size - 1)]), 'in place')
  call MPI_Ibcast(i, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call MPI_Type_get_extent(MPI_INTEGER, lb, extent)
  call MPI_Type_get_extent_c(MPI_INTEGER, large_lb, large_extent)
  call check(extent == 4 .and. large_extent == 4, 'extent')

  ! attributes, error handlers
  call MPI_Comm_create_keyval(copy, delete, keyval, 3_MPI_ADDRESS_KIND)
  call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, 7_MPI_ADDRESS_KIND)
  call MPI_Comm_dup(MPI_COMM_WORLD, twin)
  call MPI_Comm_get_attr(twin, keyval, value, flag)
  call check(flag .and. value == 21, 'copied')
  call MPI_Comm_create_errhandler(handle, handler)
  call MPI_Comm_set_errhandler(twin, handler)
  call MPI_Send(i, 1, MPI_INTEGER, size, 0, twin, ierror)
  call MPI_Error_class(ierror, class)
  call check(class == MPI_ERR_RANK .and. handled == ierror .and. seen == twin, 'error handler')
  call MPI_Error_string(ierror, text, length)
  call check(len_trim(text) == length, 'error_string')
  call MPI_Comm_free(twin)
  call check(deletions == 1, 'deleted')
  call MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval)
  call MPI_Comm_free_keyval(keyval)
  call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, keyval, 0_MPI_ADDRESS_KIND)
  call MPI_Comm_free_keyval(keyval)
  call MPI_Cart_create(MPI_COMM_WORLD, 1, [size], [.true.], .false., grid)
  call MPI_Comm_free(grid)
  call MPI_Dist_graph_create(MPI_COMM_WORLD, 1, [rank], [1], [rank], MPI_UNWEIGHTED, MPI_INFO_NULL, &
      .false., grid)
  call MPI_Comm_free(grid)
  call check(grid == MPI_COMM_NULL, 'free')

  call MPI_Grequest_start(query, release, stop_it, 6_MPI_ADDRESS_KIND, request)
  call MPI_Grequest_complete(request)
  call MPI_Wait(request, status)
  call check(status%MPI_TAG == 6 .and. freed == 1, 'generalized request')

  ! sessions and info
  call MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, session)
  call MPI_Group_from_session_pset(session, 'mpi://SELF', group)
  call MPI_Comm_create_from_group(group, 'a tag ', MPI_INFO_NULL, MPI_ERRORS_RETURN, twin)
  call MPI_Comm_size(twin, i)
  call check(i == 1, 'session')
  call MPI_Group_free(group)
  call MPI_Comm_disconnect(twin)
  call MPI_Session_finalize(session)
  call MPI_Info_create(info)
  call MPI_Info_set(info, 'key', 'value')
  length = 10
  call MPI_Info_get_string(info, 'key', length, text, flag)
  call check(flag .and. text == 'value' .and. length == 5, 'info')
  call MPI_Info_free(info)

  ! windows and files
  call MPI_Win_allocate(8_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
  call c_f_pointer(base, memory, [2])
  memory = 0
  call MPI_Win_fence(0, win)
  call MPI_Put(rank, 1, MPI_INTEGER, mod(rank + 1, size), 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
  call MPI_Accumulate(1, 1_MPI_COUNT_KIND, MPI_INTEGER, 0, 0_MPI_ADDRESS_KIND, 1_MPI_COUNT_KIND, &
      MPI_INTEGER, MPI_SUM, win)
  call MPI_Win_fence(0, win)
  call check(memory(2) == mod(rank + size - 1, size), 'put')
  if (rank == 0) call check(memory(1) == size, 'accumulate')
  call MPI_Win_free(win)
  process = getpid()
  call MPI_Bcast(process, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
  write (text, '(a, i0)') '/tmp/purempi-fortran-', process
  call MPI_File_open(MPI_COMM_WORLD, text, MPI_MODE_CREATE + MPI_MODE_RDWR + MPI_MODE_DELETE_ON_CLOSE, &
      MPI_INFO_NULL, file)
  call MPI_File_write_ordered(file, [rank, rank], 2, MPI_INTEGER, status)
  call MPI_File_get_size(file, bytes)
  call check(bytes == 8 * size, 'size')
  call MPI_File_read_at(file, 8_MPI_OFFSET_KIND * rank, got, 1_MPI_COUNT_KIND, MPI_INTEGER, MPI_STATUS_IGNORE)
  call check(got(1) == rank, 'read_at')
  call MPI_File_close(file)
  call MPI_Finalize()
contains
  include 'check.inc'
end program
