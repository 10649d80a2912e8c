! mpif.h in free form
program free_form
  implicit none
  include 'mpif.h'
  integer :: ierror, rank, size, total, errors(1), newcomm
  character(MPI_MAX_LIBRARY_VERSION_STRING) :: version
  integer :: length
  call MPI_Init_thread(MPI_THREAD_FUNNELED, length, ierror)
  call check(length >= MPI_THREAD_FUNNELED, 'thread level')
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  call MPI_Reduce(rank, total, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, ierror)
  if (rank == 0) call check(total == size * (size - 1) / 2, 'reduce')
  call MPI_Get_library_version(version, length, ierror)
  call check(index(version, 'purempi') > 0 .and. len_trim(version) == length, 'version')
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [rank], MPI_UNWEIGHTED, 1, [rank], &
      MPI_UNWEIGHTED, MPI_INFO_NULL, .false., newcomm, ierror)
  call MPI_Comm_free(newcomm, ierror)
  call check(newcomm == MPI_COMM_NULL, 'comm_free')
  errors = 0
  call MPI_Finalize(ierror)
contains
  include 'check.inc'
end program
