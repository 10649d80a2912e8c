/* MPI functions that are not worth a call into Java. */
#include "shim.h"
#include <string.h>
#include <time.h>

int purempi_state = 0;

PUREMPI_LOCAL(double, Wtime, (void)) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

PUREMPI_LOCAL(double, Wtick, (void)) {
  struct timespec tick;
  clock_getres(CLOCK_MONOTONIC, &tick);
  return (double) tick.tv_sec + 1e-9 * (double) tick.tv_nsec;
}

PUREMPI_LOCAL(int, Get_version, (int *version, int *subversion)) {
  *version = MPI_VERSION;
  *subversion = MPI_SUBVERSION;
  return MPI_SUCCESS;
}

PUREMPI_LOCAL(int, Abi_get_version, (int *major, int *minor)) {
  *major = MPI_ABI_VERSION;
  *minor = MPI_ABI_SUBVERSION;
  return MPI_SUCCESS;
}

PUREMPI_LOCAL(int, Initialized, (int *flag)) {
  *flag = __atomic_load_n(&purempi_state, __ATOMIC_ACQUIRE) > 0;
  return MPI_SUCCESS;
}

PUREMPI_LOCAL(int, Finalized, (int *flag)) {
  *flag = __atomic_load_n(&purempi_state, __ATOMIC_ACQUIRE) > 1;
  return MPI_SUCCESS;
}

/* A profiling library may take it up; nothing is done here. */
PUREMPI_LOCAL(int, Pcontrol, (const int level, ...)) {
  return MPI_SUCCESS;
}

/* Addresses may wrap: the sum is made of unsigned numbers. */
PUREMPI_LOCAL(MPI_Aint, Aint_add, (MPI_Aint base, MPI_Aint disp)) {
  return (MPI_Aint) ((uintptr_t) base + (uintptr_t) disp);
}

PUREMPI_LOCAL(MPI_Aint, Aint_diff, (MPI_Aint a, MPI_Aint b)) {
  return (MPI_Aint) ((uintptr_t) a - (uintptr_t) b);
}

/* MPI_internal: 0 and 1 the bytes received, 2 whether it was cancelled (Statuses.java). */
enum { CANCELLED = 2 };

PUREMPI_LOCAL(int, Test_cancelled, (const MPI_Status *status, int *flag)) {
  *flag = status->MPI_internal[CANCELLED];
  return MPI_SUCCESS;
}

PUREMPI_LOCAL(int, Status_set_cancelled, (MPI_Status *status, int flag)) {
  status->MPI_internal[CANCELLED] = flag != 0;
  return MPI_SUCCESS;
}

PUREMPI_LOCAL(int, Status_get_source, (const MPI_Status *status, int *source)) {
  *source = status->MPI_SOURCE;
  return MPI_SUCCESS;
}

PUREMPI_LOCAL(int, Status_get_tag, (const MPI_Status *status, int *tag)) {
  *tag = status->MPI_TAG;
  return MPI_SUCCESS;
}

PUREMPI_LOCAL(int, Status_get_error, (const MPI_Status *status, int *error)) {
  *error = status->MPI_ERROR;
  return MPI_SUCCESS;
}

PUREMPI_LOCAL(int, Status_set_source, (MPI_Status *status, int source)) {
  status->MPI_SOURCE = source;
  return MPI_SUCCESS;
}

PUREMPI_LOCAL(int, Status_set_tag, (MPI_Status *status, int tag)) {
  status->MPI_TAG = tag;
  return MPI_SUCCESS;
}

PUREMPI_LOCAL(int, Status_set_error, (MPI_Status *status, int error)) {
  status->MPI_ERROR = error;
  return MPI_SUCCESS;
}

/* Handles of ours fit 31 bits, so a handle is its number. */
#define NUMBERED(name, type)                                                  \
  PUREMPI_LOCAL(int, name##_toint, (type handle)) {                           \
    return (int) (intptr_t) handle;                                           \
  }                                                                           \
  PUREMPI_LOCAL(type, name##_fromint, (int handle)) {                         \
    return (type) (intptr_t) handle;                                          \
  }

NUMBERED(Comm, MPI_Comm)
NUMBERED(Errhandler, MPI_Errhandler)
NUMBERED(File, MPI_File)
NUMBERED(Group, MPI_Group)
NUMBERED(Info, MPI_Info)
NUMBERED(Message, MPI_Message)
NUMBERED(Op, MPI_Op)
NUMBERED(Request, MPI_Request)
NUMBERED(Session, MPI_Session)
NUMBERED(Type, MPI_Datatype)
NUMBERED(Win, MPI_Win)
