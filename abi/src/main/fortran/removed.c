/* What MPI 3.0 has removed (chapter 17) and old programs call nevertheless: addresses as plain integers. */
#include "bridge.h"
#include <stdlib.h>

ENTRY(void, mpi_address, (void *location, int *address, int *ierror)) {
  MPI_Aint found = 0;
  int code = CALL(MPI_Get_address)(purempi_buffer(location), &found);
  *address = (int) found;
  if (*address != found && code == MPI_SUCCESS) code = MPI_ERR_ARG; /* it does not fit */
  END;
}

ENTRY(void, mpi_type_extent, (int *datatype, int *extent, int *ierror)) {
  MPI_Aint lb = 0, found = 0;
  int code = CALL(MPI_Type_get_extent)(HANDLE(MPI_Datatype, datatype), &lb, &found);
  *extent = (int) found;
  END;
}

ENTRY(void, mpi_type_lb, (int *datatype, int *displacement, int *ierror)) {
  MPI_Aint lb = 0, extent = 0;
  int code = CALL(MPI_Type_get_extent)(HANDLE(MPI_Datatype, datatype), &lb, &extent);
  *displacement = (int) lb;
  END;
}

ENTRY(void, mpi_type_ub, (int *datatype, int *displacement, int *ierror)) {
  MPI_Aint lb = 0, extent = 0;
  int code = CALL(MPI_Type_get_extent)(HANDLE(MPI_Datatype, datatype), &lb, &extent);
  *displacement = (int) (lb + extent);
  END;
}

ENTRY(void, mpi_type_hvector, (int *count, int *blocklength, int *stride, int *oldtype, int *newtype, int *ierror)) {
  MPI_Datatype made = HANDLE(MPI_Datatype, newtype);
  int code =
      CALL(MPI_Type_create_hvector)(*count, *blocklength, *stride, HANDLE(MPI_Datatype, oldtype), &made);
  *newtype = INTEGER(made);
  END;
}

static MPI_Aint *widened(const int *numbers, int count) {
  MPI_Aint *wide = calloc(count > 0 ? (size_t) count : 1, sizeof *wide);
  for (int i = 0; wide != NULL && i < count; i++) wide[i] = numbers[i];
  return wide;
}

ENTRY(void, mpi_type_hindexed, (int *count, int *blocklengths, int *displacements, int *oldtype, int *newtype,
                            int *ierror)) {
  MPI_Datatype made = HANDLE(MPI_Datatype, newtype);
  MPI_Aint *places = widened(displacements, *count);
  int code =
      CALL(MPI_Type_create_hindexed)(*count, blocklengths, places, HANDLE(MPI_Datatype, oldtype), &made);
  free(places);
  *newtype = INTEGER(made);
  END;
}

ENTRY(void, mpi_type_struct, (int *count, int *blocklengths, int *displacements, int *types, int *newtype,
                          int *ierror)) {
  MPI_Datatype made = HANDLE(MPI_Datatype, newtype);
  MPI_Aint *places = widened(displacements, *count);
  void *room[ROOM];
  void **handles = purempi_handles(types, *count, room);
  int code = CALL(MPI_Type_create_struct)(*count, blocklengths, places, (MPI_Datatype *) handles, &made);
  purempi_release(handles, room);
  free(places);
  *newtype = INTEGER(made);
  END;
}

ENTRY(void, mpi_errhandler_create, (procedure * function, int *errhandler, int *ierror)) {
  MPI_Errhandler made = HANDLE(MPI_Errhandler, errhandler);
  int code = CALL(MPI_Comm_create_errhandler)((MPI_Comm_errhandler_function *) function, &made);
  *errhandler = INTEGER(made);
  END;
}

ENTRY(void, mpi_errhandler_get, (int *comm, int *errhandler, int *ierror)) {
  MPI_Errhandler found = HANDLE(MPI_Errhandler, errhandler);
  int code = CALL(MPI_Comm_get_errhandler)(HANDLE(MPI_Comm, comm), &found);
  *errhandler = INTEGER(found);
  END;
}

ENTRY(void, mpi_errhandler_set, (int *comm, int *errhandler, int *ierror)) {
  int code = CALL(MPI_Comm_set_errhandler)(HANDLE(MPI_Comm, comm), HANDLE(MPI_Errhandler, errhandler));
  END;
}
