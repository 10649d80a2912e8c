! Chapter 14 by module mpi
program files
  use mpi
  implicit none
  integer :: ierror, rank, size, file, count, etype, filetype, request, mode, process, getpid
  integer :: status(MPI_STATUS_SIZE), numbers(4), got(4)
  integer(MPI_OFFSET_KIND) :: disp, length
  integer(MPI_ADDRESS_KIND) :: extent
  character(100) :: name, datarep
  logical :: flag

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  process = getpid()
  call MPI_Bcast(process, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
  write (name, '(a, i0)') '/tmp/purempi-fortran-', process
  call MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE + MPI_MODE_RDWR + MPI_MODE_DELETE_ON_CLOSE, &
      MPI_INFO_NULL, file, ierror)
  call check(ierror == MPI_SUCCESS, 'open')
  numbers = [1, 2, 3, 4] + 10 * rank
  call MPI_File_write_at_all(file, 16_MPI_OFFSET_KIND * rank, numbers, 4, MPI_INTEGER, status, ierror)
  call MPI_Get_count(status, MPI_INTEGER, count, ierror)
  call check(count == 4, 'write_at_all')
  call MPI_File_get_size(file, length, ierror)
  call check(length == 16 * size, 'size')
  call MPI_File_get_amode(file, mode, ierror)
  call check(iand(mode, MPI_MODE_RDWR) /= 0, 'amode')

  ! every rank the numbers at its place in each of four rows
  call MPI_File_sync(file, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_Type_vector(4, 1, size, MPI_INTEGER, filetype, ierror)
  call MPI_Type_commit(filetype, ierror)
  call MPI_File_set_view(file, 4_MPI_OFFSET_KIND * rank, MPI_INTEGER, filetype, 'native', &
      MPI_INFO_NULL, ierror)
  call MPI_File_read_all(file, got, 4, MPI_INTEGER, MPI_STATUS_IGNORE, ierror)
  call check(got(1) == 10 * (rank / 4) + mod(rank, 4) + 1, 'a view')
  call MPI_File_get_view(file, disp, etype, mode, datarep, ierror)
  call check(disp == 4 * rank .and. etype == MPI_INTEGER .and. datarep == 'native', 'get_view')
  call MPI_File_get_type_extent(file, MPI_INTEGER, extent, ierror)
  call check(extent == 4, 'type_extent')
  call MPI_Type_free(filetype, ierror)
  call MPI_File_set_view(file, 0_MPI_OFFSET_KIND, MPI_BYTE, MPI_BYTE, 'native', MPI_INFO_NULL, ierror)
  call MPI_File_set_atomicity(file, .true., ierror)
  call MPI_File_get_atomicity(file, flag, ierror)
  call check(flag, 'atomicity')

  call MPI_File_seek(file, 16_MPI_OFFSET_KIND * rank, MPI_SEEK_SET, ierror)
  call MPI_File_iread(file, got, 16, MPI_BYTE, request, ierror)
  call MPI_Wait(request, status, ierror)
  call check(all(got == numbers), 'iread')
  call MPI_File_get_position(file, disp, ierror)
  call check(disp == 16 * (rank + 1), 'position')
  call MPI_File_read_ordered(file, got, 16, MPI_BYTE, status, ierror)
  call check(all(got == numbers), 'read_ordered')
  call MPI_File_get_position_shared(file, disp, ierror)
  call check(disp == 16 * size, 'shared position')
  call MPI_File_write_at_all_begin(file, 16_MPI_OFFSET_KIND * rank, numbers, 16, MPI_BYTE, ierror)
  call MPI_File_write_at_all_end(file, numbers, status, ierror)
  call MPI_File_close(file, ierror)
  call check(file == MPI_FILE_NULL, 'close')
  call MPI_Finalize(ierror)
contains
  include 'check.inc'
end program
