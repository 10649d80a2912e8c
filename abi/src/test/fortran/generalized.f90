! Section 13.2 and 14.5.3 by module mpi
module own
  use mpi
  implicit none
  integer :: queries = 0, frees = 0, cancels = 0
contains
  subroutine query(extra_state, status, ierror)
    integer(MPI_ADDRESS_KIND) :: extra_state
    integer :: status(MPI_STATUS_SIZE), ierror
    queries = queries + 1
    status(MPI_SOURCE) = int(extra_state)
    status(MPI_TAG) = 9
    call MPI_Status_set_elements(status, MPI_INTEGER, 3, ierror)
    call MPI_Status_set_cancelled(status, .false., ierror)
  end subroutine

  subroutine release(extra_state, ierror)
    integer(MPI_ADDRESS_KIND) :: extra_state
    integer :: ierror
    if (extra_state == 77) frees = frees + 1
    ierror = MPI_SUCCESS
  end subroutine

  subroutine cancel(extra_state, complete, ierror)
    integer(MPI_ADDRESS_KIND) :: extra_state
    logical :: complete
    integer :: ierror
    if (.not. complete) cancels = cancels + 1
    ierror = MPI_SUCCESS
  end subroutine

  subroutine extent(datatype, bytes, extra_state, ierror)
    integer :: datatype, ierror
    integer(MPI_ADDRESS_KIND) :: bytes, extra_state
    integer :: size
    call MPI_Type_size(datatype, size, ierror)
    bytes = size
  end subroutine

  subroutine invert(user, datatype, count, file, position, extra_state, ierror)
    integer :: user(*), datatype, count, file(*), ierror
    integer(MPI_OFFSET_KIND) :: position
    integer(MPI_ADDRESS_KIND) :: extra_state
    if (extra_state == 5) file(1:count) = -user(1:count)
    ierror = MPI_SUCCESS
  end subroutine
end module

program generalized
  use mpi
  use own
  implicit none
  integer :: ierror, request, status(MPI_STATUS_SIZE), count, file, getpid, got(2)
  character(100) :: name
  call MPI_Init(ierror)
  call MPI_Grequest_start(query, release, cancel, 77_MPI_ADDRESS_KIND, request, ierror)
  call MPI_Cancel(request, ierror)
  call MPI_Grequest_complete(request, ierror)
  call MPI_Wait(request, status, ierror)
  call MPI_Get_elements(status, MPI_INTEGER, count, ierror)
  call check(count == 3 .and. status(MPI_SOURCE) == 77 .and. status(MPI_TAG) == 9, 'status')
  call check(queries == 1 .and. frees == 1 .and. cancels == 1, 'functions')

  call MPI_Register_datarep('negative', MPI_CONVERSION_FN_NULL, invert, extent, 5_MPI_ADDRESS_KIND, ierror)
  write (name, '(a, i0)') '/tmp/purempi-fortran-', getpid()
  call MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE + MPI_MODE_RDWR + MPI_MODE_DELETE_ON_CLOSE, &
      MPI_INFO_NULL, file, ierror)
  call MPI_File_set_view(file, 0_MPI_OFFSET_KIND, MPI_INTEGER, MPI_INTEGER, 'negative ', MPI_INFO_NULL, ierror)
  call MPI_File_write(file, [3, 4], 2, MPI_INTEGER, MPI_STATUS_IGNORE, ierror)
  call check(ierror == MPI_SUCCESS, 'write')
  call MPI_File_set_view(file, 0_MPI_OFFSET_KIND, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, ierror)
  call MPI_File_read(file, got, 2, MPI_INTEGER, MPI_STATUS_IGNORE, ierror)
  call check(all(got == [-3, -4]), 'conversion')
  call MPI_File_close(file, ierror)
  call MPI_Finalize(ierror)
contains
  include 'check.inc'
end program
