/* Handles as integers, and what Fortran's constants are (MPI 5.0, chapter 20). */
#include "check.h"

int main(int argc, char **argv) {
  int rank, size, flag, length;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Comm comm;
  MPI_Group group;
  MPI_Datatype type;
  MPI_Info info;
  MPI_Request request;
  MPI_Session session;
  MPI_Win win;
  MPI_Errhandler handler;
  MPI_Message message;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_group(comm, &group);
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Info_create(&info);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Win_allocate(8, 1, MPI_INFO_NULL, comm, &flag, &win);
  MPI_Comm_get_errhandler(comm, &handler);
  MPI_Isend(&rank, 1, MPI_INT, rank, 3, comm, &request);
  MPI_Mprobe(rank, 3, comm, &message, MPI_STATUS_IGNORE);

  CHECK(MPI_Comm_fromint(MPI_Comm_toint(comm)) == comm);
  CHECK(MPI_Comm_fromint(MPI_Comm_toint(MPI_COMM_SELF)) == MPI_COMM_SELF);
  CHECK(MPI_Comm_fromint(MPI_Comm_toint(MPI_COMM_NULL)) == MPI_COMM_NULL);
  CHECK(MPI_Group_fromint(MPI_Group_toint(group)) == group);
  CHECK(MPI_Group_fromint(MPI_Group_toint(MPI_GROUP_EMPTY)) == MPI_GROUP_EMPTY);
  CHECK(MPI_Type_fromint(MPI_Type_toint(type)) == type);
  CHECK(MPI_Type_fromint(MPI_Type_toint(MPI_DOUBLE)) == MPI_DOUBLE);
  CHECK(MPI_Type_fromint(MPI_Type_toint(MPI_DATATYPE_NULL)) == MPI_DATATYPE_NULL);
  CHECK(MPI_Op_fromint(MPI_Op_toint(MPI_SUM)) == MPI_SUM);
  CHECK(MPI_Op_fromint(MPI_Op_toint(MPI_OP_NULL)) == MPI_OP_NULL);
  CHECK(MPI_Info_fromint(MPI_Info_toint(info)) == info);
  CHECK(MPI_Info_fromint(MPI_Info_toint(MPI_INFO_ENV)) == MPI_INFO_ENV);
  CHECK(MPI_Request_fromint(MPI_Request_toint(request)) == request);
  CHECK(MPI_Request_fromint(MPI_Request_toint(MPI_REQUEST_NULL)) == MPI_REQUEST_NULL);
  CHECK(MPI_Session_fromint(MPI_Session_toint(session)) == session);
  CHECK(MPI_Win_fromint(MPI_Win_toint(win)) == win);
  CHECK(MPI_Errhandler_fromint(MPI_Errhandler_toint(handler)) == handler);
  CHECK(MPI_Errhandler_fromint(MPI_Errhandler_toint(MPI_ERRORS_RETURN)) == MPI_ERRORS_RETURN);
  CHECK(MPI_Message_fromint(MPI_Message_toint(message)) == message);
  CHECK(MPI_Message_fromint(MPI_Message_toint(MPI_MESSAGE_NO_PROC)) == MPI_MESSAGE_NO_PROC);
  CHECK(MPI_File_fromint(MPI_File_toint(MPI_FILE_NULL)) == MPI_FILE_NULL);
  CHECK(MPI_Comm_toint(MPI_COMM_WORLD) == (int) (intptr_t) MPI_COMM_WORLD);
  int own = MPI_Type_toint(type), other = MPI_Comm_toint(comm);
  CHECK(own != 0 && other != 0);
  MPI_Type_commit(&type);
  int pair[2] = {rank, 7}, got[2] = {-1, -1};
  MPI_Sendrecv(pair, 1, MPI_Type_fromint(own), rank, 4, got, 2, MPI_INT, rank, 4, MPI_Comm_fromint(other),
               MPI_STATUS_IGNORE);
  CHECK(got[0] == rank && got[1] == 7);

  int value = -1;
  MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(value == rank);
  MPI_Win_free(&win);
  MPI_Errhandler_free(&handler);
  MPI_Session_finalize(&session);
  MPI_Info_free(&info);
  MPI_Type_free(&type);
  MPI_Group_free(&group);
  MPI_Comm_free(&comm);

  /* What the library knows of the interface, and of Fortran beside it. */
  char text[MPI_MAX_INFO_VAL + 1];
  MPI_Abi_get_info(&info);
  CHECK(info != MPI_INFO_NULL);
  length = sizeof text;
  MPI_Info_get_string(info, "mpi_aint_size", &length, text, &flag);
  CHECK(flag && atoi(text) == (int) sizeof(MPI_Aint));
  MPI_Info_free(&info);
  int is_set = -1, yes = 0, no = 0;
  CHECK(MPI_Abi_get_fortran_booleans(sizeof(int), &yes, &no, &is_set) == MPI_SUCCESS);
  CHECK(is_set == 0 || yes != no);
  MPI_Abi_get_fortran_info(&info);
  if (info != MPI_INFO_NULL) {
    length = sizeof text;
    MPI_Info_get_string(info, "mpi_integer_size", &length, text, &flag);
    CHECK(flag && atoi(text) == 4);
    MPI_Info_free(&info);
  }
  /* Who loads a Fortran library sets them, once. */
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_integer_size", "4");
  int code = MPI_Abi_set_fortran_info(info);
  CHECK(code == MPI_SUCCESS || code == MPI_ERR_ABI);
  MPI_Info_free(&info);
  yes = 1;
  no = 0;
  code = MPI_Abi_set_fortran_booleans(sizeof(int), &yes, &no);
  CHECK(code == MPI_SUCCESS || code == MPI_ERR_ABI);
  CHECK(MPI_Abi_get_fortran_booleans(sizeof(int), &yes, &no, &is_set) == MPI_SUCCESS);
  CHECK(is_set == 1 && yes == 1 && no == 0);
  return check_end();
}
