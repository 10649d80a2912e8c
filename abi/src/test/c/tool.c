/* Control and performance variables, before and after MPI begins (section 15.3). */
#include "check.h"

int main(int argc, char **argv) {
  int rank, size, provided, count, index, length, verbosity, bind, scope;
  char name[200], value[1024];
  MPI_Datatype type;
  MPI_T_enum kind;
  MPI_T_cvar_handle control;
  CHECK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided) == MPI_SUCCESS);
  check_begin(&argc, &argv, &rank, &size);

  MPI_T_cvar_get_num(&count);
  CHECK(count > 10);
  CHECK(MPI_T_cvar_get_index("purempi.transport", &index) == MPI_SUCCESS);
  CHECK(MPI_T_cvar_get_index("no.such", &length) == MPI_T_ERR_INVALID_NAME);
  length = sizeof name;
  MPI_T_cvar_get_info(index, name, &length, &verbosity, &type, &kind, NULL, NULL, &bind, &scope);
  CHECK(strcmp(name, "purempi.transport") == 0 && type == MPI_CHAR && bind == MPI_T_BIND_NO_OBJECT);
  CHECK(MPI_T_cvar_handle_alloc(index, NULL, &control, &length) == MPI_SUCCESS && length <= 1024);
  CHECK(MPI_T_cvar_read(control, value) == MPI_SUCCESS && strlen(value) > 0);
  CHECK(MPI_T_cvar_write(control, "shm") == MPI_T_ERR_CVAR_SET_NOT_NOW);
  MPI_T_cvar_handle_free(&control);
  CHECK(control == MPI_T_CVAR_HANDLE_NULL);
  CHECK(MPI_T_cvar_get_info(count, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == MPI_T_ERR_INVALID_INDEX);

  MPI_T_pvar_session session;
  MPI_T_pvar_handle heap;
  unsigned long long bytes = 0;
  MPI_T_pvar_session_create(&session);
  CHECK(MPI_T_pvar_get_index("jvm_heap_used", MPI_T_PVAR_CLASS_LEVEL, &index) == MPI_SUCCESS);
  CHECK(MPI_T_pvar_handle_alloc(session, index, NULL, &heap, &count) == MPI_SUCCESS && count == 1);
  CHECK(MPI_T_pvar_read(session, heap, &bytes) == MPI_SUCCESS && bytes > 1000);
  MPI_T_pvar_handle_free(session, &heap);
  MPI_T_pvar_session_free(&session);

  MPI_T_category_get_num(&count);
  CHECK(count > 1);
  MPI_T_event_get_num(&count);
  CHECK(count == 0);
  long long timestamp;
  CHECK(MPI_T_event_handle_alloc(0, NULL, MPI_INFO_NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_event_handle_free(NULL, NULL, NULL) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_read(NULL, 0, &timestamp) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_source_get_info(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
  MPI_T_finalize();
  CHECK(MPI_T_cvar_get_num(&count) == MPI_T_ERR_NOT_INITIALIZED);
  return check_end();
}
