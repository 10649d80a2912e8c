/* What each kind of null handle is answered with, by error class (section 9.3). */
#include "check.h"

static void communicators(void) {
  MPI_Comm none = MPI_COMM_NULL, made;
  MPI_Group group;
  MPI_Errhandler handler;
  MPI_Info info;
  int n, flag;
  void *value;
  CHECK_ERROR(MPI_Comm_size(none, &n), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_rank(none, &n), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_test_inter(none, &flag), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_group(none, &group), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_remote_size(none, &n), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_remote_group(none, &group), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Topo_test(none, &n), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_get_attr(none, MPI_TAG_UB, &value, &flag), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_get_errhandler(none, &handler), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_set_errhandler(none, MPI_ERRORS_RETURN), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_call_errhandler(none, MPI_SUCCESS), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_get_info(none, &info), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_compare(MPI_COMM_SELF, none, &n), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_dup(none, &made), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_create(none, MPI_GROUP_EMPTY, &made), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_split(none, 0, 0, &made), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Intercomm_merge(none, 0, &made), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Barrier(none), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_disconnect(&none), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_free(&none), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Comm_get_attr(MPI_COMM_SELF, MPI_KEYVAL_INVALID, &value, &flag), MPI_ERR_KEYVAL);
  CHECK_ERROR(MPI_Comm_create_keyval(NULL, NULL, NULL, NULL), MPI_ERR_ARG);
}

static void groups_and_hints(void) {
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Info info = MPI_INFO_NULL, copy;
  char key[MPI_MAX_INFO_KEY + 1];
  int n, flag;
  CHECK_ERROR(MPI_Group_size(group, &n), MPI_ERR_GROUP);
  CHECK_ERROR(MPI_Group_rank(group, &n), MPI_ERR_GROUP);
  CHECK_ERROR(MPI_Group_compare(group, MPI_GROUP_EMPTY, &n), MPI_ERR_GROUP);
  CHECK_ERROR(MPI_Comm_create(MPI_COMM_SELF, group, &(MPI_Comm){MPI_COMM_NULL}), MPI_ERR_GROUP);
  CHECK_ERROR(MPI_Group_free(&group), MPI_ERR_GROUP);
  CHECK_ERROR(MPI_Info_dup(info, &copy), MPI_ERR_INFO);
  CHECK_ERROR(MPI_Info_get_nkeys(info, &n), MPI_ERR_INFO);
  CHECK_ERROR(MPI_Info_get_nthkey(info, 0, key), MPI_ERR_INFO);
  CHECK_ERROR(MPI_Info_set(info, "a", "b"), MPI_ERR_INFO);
  CHECK_ERROR(MPI_Info_delete(info, "a"), MPI_ERR_INFO);
  CHECK_ERROR(MPI_Info_free(&info), MPI_ERR_INFO);
  MPI_Info_create(&info);
  CHECK_ERROR(MPI_Info_delete(info, "a"), MPI_ERR_INFO_NOKEY);
  CHECK_ERROR(MPI_Info_get_nthkey(info, 0, key), MPI_ERR_ARG);
  MPI_Info_get_string(info, "a", &(int){0}, key, &flag);
  CHECK(!flag);
  MPI_Info_free(&info);
}

static void types_and_operations(void) {
  MPI_Datatype none = MPI_DATATYPE_NULL, made;
  MPI_Datatype predefined[] = {MPI_BYTE, MPI_INT, MPI_DOUBLE_INT, MPI_PACKED};
  MPI_Op operations[] = {MPI_OP_NULL, MPI_SUM, MPI_MAXLOC, MPI_REPLACE, MPI_NO_OP};
  MPI_Aint lower, extent;
  MPI_Status status;
  int n, flag;
  void *value;
  memset(&status, 0, sizeof status);
  CHECK_ERROR(MPI_Type_dup(none, &made), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Type_contiguous(1, none, &made), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Type_size(none, &n), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Type_get_extent(none, &lower, &extent), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Type_get_attr(MPI_INT, MPI_KEYVAL_INVALID, &value, &flag), MPI_ERR_KEYVAL);
  CHECK_ERROR(MPI_Get_count(&status, none, &n), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Get_elements(&status, none, &n), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Status_set_elements(&status, none, 0), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Type_commit(&none), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Type_free(&none), MPI_ERR_TYPE);
  for (int i = 0; i < 4; i++) CHECK_ERROR(MPI_Type_free(&predefined[i]), MPI_ERR_TYPE);
  for (int i = 0; i < 5; i++) CHECK_ERROR(MPI_Op_free(&operations[i]), MPI_ERR_OP);
}

static void requests_and_messages(void) {
  MPI_Request none = MPI_REQUEST_NULL, made;
  MPI_Message message = MPI_MESSAGE_NULL;
  int n, flag;
  CHECK_ERROR(MPI_Start(&none), MPI_ERR_REQUEST);
  CHECK_ERROR(MPI_Cancel(&none), MPI_ERR_REQUEST);
  CHECK_ERROR(MPI_Request_free(&none), MPI_ERR_REQUEST);
  CHECK_ERROR(MPI_Grequest_complete(none), MPI_ERR_REQUEST);
  CHECK_ERROR(MPI_Pready(0, none), MPI_ERR_REQUEST);
  CHECK_ERROR(MPI_Parrived(none, 0, &flag), MPI_SUCCESS);
  CHECK(flag);
  CHECK_ERROR(MPI_Mrecv(&n, 1, MPI_INT, &message, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
  CHECK_ERROR(MPI_Imrecv(&n, 1, MPI_INT, &message, &made), MPI_ERR_REQUEST);
  message = MPI_MESSAGE_NO_PROC;
  CHECK_ERROR(MPI_Mrecv(&n, 1, MPI_INT, &message, MPI_STATUS_IGNORE), MPI_SUCCESS);
  CHECK(message == MPI_MESSAGE_NULL);
}

static void windows_files_and_others(void) {
  MPI_Win window = MPI_WIN_NULL;
  MPI_File file = MPI_FILE_NULL;
  MPI_Session session = MPI_SESSION_NULL;
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Group group;
  MPI_Offset offset;
  void *value;
  int flag;
  CHECK_ERROR(MPI_Win_get_errhandler(window, &handler), MPI_ERR_WIN);
  CHECK_ERROR(MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN), MPI_ERR_WIN);
  CHECK_ERROR(MPI_Win_call_errhandler(window, MPI_SUCCESS), MPI_ERR_WIN);
  CHECK_ERROR(MPI_Win_get_attr(window, MPI_WIN_BASE, &value, &flag), MPI_ERR_WIN);
  CHECK_ERROR(MPI_Win_get_group(window, &group), MPI_ERR_WIN);
  CHECK_ERROR(MPI_Win_fence(0, window), MPI_ERR_WIN);
  CHECK_ERROR(MPI_Win_free(&window), MPI_ERR_WIN);
  CHECK_ERROR(MPI_File_get_size(file, &offset), MPI_ERR_FILE);
  CHECK_ERROR(MPI_File_sync(file), MPI_ERR_FILE);
  CHECK_ERROR(MPI_File_close(&file), MPI_ERR_FILE);
  CHECK_ERROR(MPI_File_get_errhandler(file, &handler), MPI_SUCCESS); /* the default of files */
  CHECK(handler == MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_Group_from_session_pset(session, "mpi://WORLD", &group), MPI_ERR_SESSION);
  CHECK_ERROR(MPI_Session_finalize(&session), MPI_ERR_SESSION);
  handler = MPI_ERRHANDLER_NULL;
  CHECK_ERROR(MPI_Errhandler_free(&handler), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRHANDLER_NULL), MPI_ERR_ARG);
}

int main(int argc, char **argv) {
  int rank, size;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN); /* errors without an object are its */
  communicators();
  groups_and_hints();
  types_and_operations();
  requests_and_messages();
  windows_files_and_others();
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  return check_end();
}
