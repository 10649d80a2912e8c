! Chapter 11 by module mpi: starts itself, once as one world and once as two programs in one
program spawn
  use mpi
  implicit none
  integer :: ierror, rank, size, parent, children, codes(3)
  character(1000) :: program, word
  character(8) :: arguments(4), several(2, 3)
  integer(MPI_ADDRESS_KIND) :: appnum
  logical :: flag

  call MPI_Init(ierror)
  call MPI_Comm_get_parent(parent, ierror)
  if (parent /= MPI_COMM_NULL) then
    call child()
  else
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call get_command_argument(0, program)
    arguments = [character(8) :: 'alone', 'two', ' ', 'never']
    codes = -1
    call MPI_Comm_spawn(program, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, children, codes, ierror)
    call check(all(codes(1:2) == MPI_SUCCESS) .and. codes(3) == -1, 'codes')
    call MPI_Comm_remote_size(children, size, ierror)
    call check(size == 2, 'children')
    call MPI_Comm_disconnect(children, ierror)
    call check(children == MPI_COMM_NULL, 'disconnect')

    several(1, :) = [character(8) :: 'first', 'two', ' ']
    several(2, :) = [character(8) :: 'second', ' ', ' ']
    if (rank == 0) then
      call MPI_Comm_spawn_multiple(2, [program, program], several, [1, 2], &
          [MPI_INFO_NULL, MPI_INFO_NULL], 0, MPI_COMM_WORLD, children, codes, ierror)
    else
      call MPI_Comm_spawn_multiple(-1, program, MPI_ARGVS_NULL, codes, codes, 0, MPI_COMM_WORLD, &
          children, MPI_ERRCODES_IGNORE, ierror)
    end if
    call MPI_Comm_remote_size(children, size, ierror)
    call check(size == 3, 'more children')
    call MPI_Comm_disconnect(children, ierror)
    call MPI_Comm_spawn(program, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, children, &
        MPI_ERRCODES_IGNORE, ierror)
    call MPI_Comm_disconnect(children, ierror)
  end if
  call MPI_Finalize(ierror)
contains
  include 'check.inc'

  subroutine child()
    call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
    call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, appnum, flag, ierror)
    call get_command_argument(1, word)
    select case (word)
    case ('alone')
      call check(size == 2 .and. command_argument_count() == 2, 'arguments')
    case ('first')
      call check(size == 3 .and. appnum == 0 .and. command_argument_count() == 2, 'first')
    case ('second')
      call check(size == 3 .and. appnum == 1 .and. command_argument_count() == 1, 'second')
    case default
      call check(size == 1 .and. command_argument_count() == 0, 'no arguments')
    end select
    call MPI_Comm_disconnect(parent, ierror)
  end subroutine
end program
