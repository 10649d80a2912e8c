! Section 9.3 by module mpi
module handling
  use mpi
  implicit none
  integer :: handled = 0, seen = 0, last_code = MPI_SUCCESS
contains
  subroutine handle(object, code)
    integer :: object, code
    handled = handled + 1
    seen = object
    last_code = code
  end subroutine
end module

program errors
  use mpi
  use handling
  implicit none
  integer :: ierror, size, twin, handler, class, length, code, found, win, file, session
  integer :: status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 2), requests(2)
  character(MPI_MAX_ERROR_STRING) :: text

  call MPI_Init(ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  call MPI_Comm_dup(MPI_COMM_SELF, twin, ierror)
  call MPI_Comm_create_errhandler(handle, handler, ierror)
  call MPI_Comm_set_errhandler(twin, handler, ierror)
  call MPI_Errhandler_free(handler, ierror)
  call check(handler == MPI_ERRHANDLER_NULL, 'errhandler_free')
  call MPI_Send(code, 1, MPI_INTEGER, 5, 0, twin, ierror)
  call MPI_Error_class(ierror, class, code)
  call check(class == MPI_ERR_RANK .and. handled == 1 .and. seen == twin, 'handler')
  call check(last_code == ierror, 'code')
  call MPI_Error_string(ierror, text, length, code)
  call check(length > 0 .and. len_trim(text) == length, 'error_string')
  call MPI_Comm_call_errhandler(twin, MPI_ERR_OTHER, ierror)
  call check(handled == 2 .and. last_code == MPI_ERR_OTHER, 'call_errhandler')
  call MPI_Comm_get_errhandler(twin, found, ierror)
  call check(found /= MPI_ERRORS_ARE_FATAL, 'get_errhandler')
  call MPI_Errhandler_free(found, ierror)
  call MPI_Comm_set_errhandler(twin, MPI_ERRORS_RETURN, ierror)
  call MPI_Recv(code, 1, MPI_DATATYPE_NULL, 0, 0, twin, status, ierror)
  call MPI_Error_class(ierror, class, code)
  call check(class == MPI_ERR_TYPE .and. handled == 2, 'returned')

  ! too long a message, among several
  call MPI_Isend([1, 2], 2, MPI_INTEGER, 0, 0, twin, requests(1), ierror)
  call MPI_Irecv(code, 1, MPI_INTEGER, 0, 0, twin, requests(2), ierror)
  call MPI_Waitall(2, requests, statuses, ierror)
  call MPI_Error_class(ierror, class, code)
  call check(class == MPI_ERR_IN_STATUS, 'waitall')
  call MPI_Error_class(statuses(MPI_ERROR, 2), class, code)
  call check(class == MPI_ERR_TRUNCATE, 'its status')
  call MPI_Comm_free(twin, ierror)

  ! the program's own
  call MPI_Add_error_class(class, ierror)
  call MPI_Add_error_code(class, code, ierror)
  call MPI_Add_error_string(code, 'too much of it   ', ierror)
  call MPI_Error_string(code, text, length, ierror)
  call check(text == 'too much of it' .and. length == 14, 'add_error_string')

  call MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  call MPI_Win_create_errhandler(handle, handler, ierror)
  call MPI_Win_set_errhandler(win, handler, ierror)
  call MPI_Win_call_errhandler(win, MPI_ERR_RMA_SYNC, ierror)
  call check(seen == win .and. last_code == MPI_ERR_RMA_SYNC, 'handler of a window')
  call MPI_Win_free(win, ierror)
  call MPI_File_create_errhandler(handle, handler, ierror)
  call MPI_File_set_errhandler(MPI_FILE_NULL, handler, ierror)
  call MPI_File_open(MPI_COMM_SELF, '/no/such/file', MPI_MODE_RDONLY, MPI_INFO_NULL, file, ierror)
  call MPI_Error_class(ierror, class, code)
  call check(class == MPI_ERR_NO_SUCH_FILE .and. last_code == ierror, 'handler of files')
  call MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, session, ierror)
  length = 0
  call MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, length, text, ierror)
  call check(length == 11, 'pset_len')
  call MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, length, text, ierror)
  call check(text == 'mpi://WORLD', 'nth_pset')
  call MPI_Session_finalize(session, ierror)
  call check(session == MPI_SESSION_NULL, 'session_finalize')
  call MPI_Finalize(ierror)
contains
  include 'check.inc'
end program
