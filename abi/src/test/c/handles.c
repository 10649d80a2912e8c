/* Handles as integers, and what Fortran's constants are (MPI 5.0, chapter 20). */
#include "check.h"

#define SAME(type, handle) CHECK(MPI_##type##_fromint(MPI_##type##_toint(handle)) == (handle))

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

  SAME(Comm, comm);
  SAME(Comm, MPI_COMM_SELF);
  SAME(Comm, MPI_COMM_NULL);
  SAME(Group, group);
  SAME(Group, MPI_GROUP_EMPTY);
  SAME(Type, type);
  SAME(Type, MPI_DOUBLE);
  SAME(Type, MPI_DATATYPE_NULL);
  SAME(Op, MPI_SUM);
  SAME(Op, MPI_OP_NULL);
  SAME(Info, info);
  SAME(Info, MPI_INFO_ENV);
  SAME(Request, request);
  SAME(Request, MPI_REQUEST_NULL);
  SAME(Session, session);
  SAME(Win, win);
  SAME(Errhandler, handler);
  SAME(Errhandler, MPI_ERRORS_RETURN);
  SAME(Message, message);
  SAME(Message, MPI_MESSAGE_NO_PROC);
  SAME(File, MPI_FILE_NULL);
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
  return check_end();
}
