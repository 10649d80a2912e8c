! Chapters 7, 8 and 10 by module mpi
module counting
  use mpi
  implicit none
  integer :: copies = 0, deletions = 0
contains
  subroutine copy(comm, keyval, extra_state, value_in, value_out, flag, ierror)
    integer :: comm, keyval, ierror
    integer(MPI_ADDRESS_KIND) :: extra_state, value_in, value_out
    logical :: flag
    copies = copies + 1
    flag = extra_state == 1234567890123_MPI_ADDRESS_KIND
    value_out = value_in + 1
    ierror = MPI_SUCCESS
  end subroutine

  subroutine delete(comm, keyval, value, extra_state, ierror)
    integer :: comm, keyval, ierror
    integer(MPI_ADDRESS_KIND) :: value, extra_state
    deletions = deletions + 1
    ierror = merge(MPI_SUCCESS, MPI_ERR_OTHER, value /= 13)
  end subroutine
end module

program communicators
  use mpi
  use counting
  implicit none
  integer :: ierror, rank, size, half, i, group, part, keyval, keyval2, twin, other, length, request
  integer :: dims(2), coords(2), left, right, indegree, outdegree, nodes, edges, win
  integer, allocatable :: ranks(:)
  integer :: sources(2), weights(2), ranges(3, 1), info, result
  logical :: flag, periods(2)
  integer(MPI_ADDRESS_KIND) :: value
  character(MPI_MAX_OBJECT_NAME) :: name
  character(20) :: text
  character(MPI_MAX_INFO_KEY) :: key

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)

  ! attributes
  call MPI_Comm_create_keyval(copy, delete, keyval, 1234567890123_MPI_ADDRESS_KIND, ierror)
  call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, keyval2, &
      0_MPI_ADDRESS_KIND, ierror)
  call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, 11_MPI_ADDRESS_KIND, ierror)
  call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval2, -3_MPI_ADDRESS_KIND, ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, twin, ierror)
  call MPI_Comm_get_attr(twin, keyval, value, flag, ierror)
  call check(flag .and. value == 12 .and. copies == 1, 'copy function')
  call MPI_Comm_get_attr(twin, keyval2, value, flag, ierror)
  call check(flag .and. value == -3, 'dup function')
  call MPI_Comm_set_attr(twin, keyval, 13_MPI_ADDRESS_KIND, ierror)
  call check(deletions == 1, 'delete function')
  call MPI_Comm_set_errhandler(twin, MPI_ERRORS_RETURN, ierror)
  call MPI_Comm_free(twin, ierror)
  call check(ierror /= MPI_SUCCESS .and. twin /= MPI_COMM_NULL, 'a delete function that fails')
  call MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval, ierror)
  call MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval2, ierror)
  call MPI_Comm_free_keyval(keyval, ierror)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, ierror)
  call check(flag .and. value >= 32767, 'tag_ub')
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, value, flag, ierror)
  call check(flag .and. value == 0, 'wtime_is_global')
  call MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, delete, keyval, 0_MPI_ADDRESS_KIND, ierror)
  call MPI_Type_dup(MPI_INTEGER, other, ierror)
  call MPI_Type_set_attr(other, keyval, 99_MPI_ADDRESS_KIND, ierror)
  deletions = 0
  call MPI_Type_free(other, ierror)
  call check(deletions == 1, 'attribute of a type')
  call MPI_Type_free_keyval(keyval, ierror)

  ! split, groups, names
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), -rank, half, ierror)
  call MPI_Comm_set_name(half, 'half of them', ierror)
  call MPI_Comm_get_name(half, name, length, ierror)
  call check(name == 'half of them' .and. length == 12, 'name')
  call MPI_Comm_free(half, ierror)
  call MPI_Comm_group(MPI_COMM_WORLD, group, ierror)
  ranges(:, 1) = [size - 1, 0, -1]
  call MPI_Group_range_incl(group, 1, ranges, part, ierror)
  allocate (ranks(size))
  call MPI_Group_translate_ranks(part, size, [(i, i = 0, size - 1)], group, ranks, ierror)
  call check(all(ranks == [(size - 1 - i, i = 0, size - 1)]), 'ranges')
  call MPI_Group_compare(part, group, result, ierror)
  call check(result == merge(MPI_IDENT, MPI_SIMILAR, size == 1), 'compare')
  call MPI_Comm_create(MPI_COMM_WORLD, part, other, ierror)
  call MPI_Comm_rank(other, i, ierror)
  call check(i == size - 1 - rank, 'create')
  call MPI_Group_free(part, ierror)
  call MPI_Group_free(group, ierror)
  call check(group == MPI_GROUP_NULL, 'group_free')
  call MPI_Comm_idup(other, twin, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call MPI_Comm_compare(other, twin, result, ierror)
  call check(result == MPI_CONGRUENT, 'idup')
  call MPI_Comm_free(twin, ierror)
  call MPI_Comm_free(other, ierror)

  ! topologies
  dims = [0, 1]
  call MPI_Dims_create(size, 2, dims, ierror)
  call check(dims(1) == size, 'dims')
  call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.true., .false.], .false., other, ierror)
  call MPI_Cart_get(other, 2, dims, periods, coords, ierror)
  call check(periods(1) .and. .not. periods(2) .and. coords(1) == rank, 'cart_get')
  call MPI_Cart_shift(other, 0, 1, left, right, ierror)
  call check(right == mod(rank + 1, size) .and. left == mod(rank + size - 1, size), 'shift')
  call MPI_Neighbor_alltoallw([rank, rank, rank, rank], [1, 1, 1, 1], [0_8, 4_8, 8_8, 12_8], &
      [MPI_INTEGER, MPI_INTEGER, MPI_INTEGER, MPI_INTEGER], sources, [1, 1, 0, 0], [0_8, 4_8, 0_8, 0_8], &
      [MPI_INTEGER, MPI_INTEGER, MPI_INTEGER, MPI_INTEGER], other, ierror)
  call MPI_Cart_sub(other, [.false., .true.], twin, ierror)
  call MPI_Comm_size(twin, i, ierror)
  call check(i == 1, 'sub')
  call MPI_Comm_free(twin, ierror)
  call MPI_Comm_free(other, ierror)
  left = mod(rank + size - 1, size)
  right = mod(rank + 1, size)
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [left], [7], 1, [right], [7], &
      MPI_INFO_NULL, .false., other, ierror)
  call MPI_Dist_graph_neighbors_count(other, indegree, outdegree, flag, ierror)
  call check(indegree == 1 .and. outdegree == 1 .and. flag, 'dist_graph')
  call MPI_Dist_graph_neighbors(other, 1, sources, weights, 1, dims, coords, ierror)
  call check(sources(1) == left .and. weights(1) == 7 .and. dims(1) == right, 'neighbors')
  call MPI_Topo_test(other, result, ierror)
  call check(result == MPI_DIST_GRAPH, 'topo_test')
  call MPI_Comm_free(other, ierror)
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [left], MPI_UNWEIGHTED, 1, [right], &
      MPI_UNWEIGHTED, MPI_INFO_NULL, .true., other, ierror)
  call MPI_Dist_graph_neighbors_count(other, indegree, outdegree, flag, ierror)
  call check(.not. flag, 'unweighted')
  call MPI_Comm_free(other, ierror)
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, sources, MPI_WEIGHTS_EMPTY, 0, sources, &
      MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, .true., other, ierror)
  call MPI_Dist_graph_neighbors_count(other, indegree, outdegree, flag, ierror)
  call check(flag .and. indegree == 0, 'no weights')
  call MPI_Comm_free(other, ierror)
  call MPI_Graph_create(MPI_COMM_WORLD, 1, [1], [0], .false., other, ierror)
  if (other /= MPI_COMM_NULL) then
    call MPI_Graphdims_get(other, nodes, edges, ierror)
    call check(nodes == 1 .and. edges == 1, 'graph')
    call MPI_Comm_free(other, ierror)
  end if

  ! two groups
  if (size > 1) then
    call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half, ierror)
    call MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - mod(rank, 2), 1, other, ierror)
    call MPI_Comm_test_inter(other, flag, ierror)
    call check(flag, 'intercomm')
    call MPI_Intercomm_merge(other, rank == 0, twin, ierror)
    call MPI_Comm_size(twin, i, ierror)
    call check(i == size, 'merge')
    call MPI_Comm_free(twin, ierror)
    call MPI_Comm_free(other, ierror)
    call MPI_Comm_free(half, ierror)
  end if

  ! info: blanks around words are no part of them
  call MPI_Info_create(info, ierror)
  call MPI_Info_set(info, ' key one ', '  value one   ', ierror)
  call MPI_Info_get(info, 'key one', 20, text, flag, ierror)
  call check(flag .and. text == 'value one', 'info_get')
  length = 5
  call MPI_Info_get_string(info, 'key one', length, text, flag, ierror)
  call check(flag .and. text == 'value' .and. length == 9, 'info_get_string')
  call MPI_Info_get_nkeys(info, i, ierror)
  call MPI_Info_get_nthkey(info, 0, key, ierror)
  call check(i == 1 .and. key == 'key one', 'nthkey')
  call MPI_Info_get_valuelen(info, 'none', length, flag, ierror)
  call check(.not. flag, 'valuelen')
  call MPI_Info_free(info, ierror)
  call MPI_Info_create_env(info, ierror)
  call MPI_Info_free(info, ierror)
  win = MPI_WIN_NULL
  call MPI_Finalize(ierror)
contains
  include 'check.inc'
end program
