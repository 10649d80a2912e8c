/* Control and performance variables and events, before and after MPI begins (section 15.3). */
#include "check.h"

enum { TAG = 5 };

static int seen, dropped_calls;
static int64_t last[4], bytes_read;

static void unexpected(MPI_T_event_instance event, MPI_T_event_registration registration,
                       MPI_T_cb_safety safety, void *data) {
  MPI_Count when, now;
  int source = -1;
  int64_t values[4];
  CHECK(safety == MPI_T_CB_REQUIRE_NONE && data == &seen);
  MPI_T_event_copy(event, values);
  CHECK(MPI_T_event_read(event, 3, &bytes_read) == MPI_SUCCESS && bytes_read == values[3]);
  CHECK(MPI_T_event_read(event, 4, &bytes_read) == MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_event_get_source(event, &source) == MPI_SUCCESS && source == 0);
  MPI_T_event_get_timestamp(event, &when);
  MPI_T_source_get_timestamp(source, &now);
  CHECK(when <= now);
  if (values[2] == TAG) { /* and no message of a collective of the other rank */
    seen++;
    memcpy(last, values, sizeof last);
  }
}

static void never(MPI_T_event_instance event, MPI_T_event_registration registration,
                  MPI_T_cb_safety safety, void *data) {
  CHECK(0);
}

static void dropped(MPI_Count count, MPI_T_event_registration registration, int source,
                    MPI_T_cb_safety safety, void *data) {
  dropped_calls++;
}

static void freed(MPI_T_event_registration registration, MPI_T_cb_safety safety, void *data) {
  *(int *)data = 77;
}

static void check_events(int rank, int size) {
  int index, count, length = 100, elements = 10, bind, verbosity, i, at_end = 0;
  char name[100];
  MPI_Datatype types[10];
  MPI_Aint places[10];
  MPI_Request request;
  MPI_T_enum kind;
  MPI_Info info;
  MPI_T_event_registration registration;
  CHECK(MPI_T_event_get_index("unexpected_message", &index) == MPI_SUCCESS);
  CHECK(MPI_T_event_get_info(index, name, &length, &verbosity, types, places, &elements, &kind, &info, NULL,
                             NULL, &bind) == MPI_SUCCESS);
  CHECK(elements == 4 && types[3] == MPI_INT64_T && places[3] == 24 && strcmp(name, "unexpected_message") == 0);
  MPI_Info_free(&info);
  CHECK(MPI_T_event_handle_alloc(index, NULL, MPI_INFO_NULL, &registration) == MPI_SUCCESS);
  MPI_T_event_handle_get_info(registration, &info);
  CHECK(MPI_T_event_handle_set_info(registration, info) == MPI_SUCCESS);
  MPI_Info_free(&info);
  CHECK(MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, &seen, unexpected) ==
        MPI_SUCCESS);
  CHECK(MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_INFO_NULL, NULL, never) ==
        MPI_SUCCESS);
  CHECK(MPI_T_event_register_callback(registration, (MPI_T_cb_safety)1, MPI_INFO_NULL, NULL, never) ==
        MPI_T_ERR_INVALID);
  MPI_T_event_set_dropped_handler(registration, dropped);
  CHECK(MPI_T_event_callback_get_info(registration, MPI_T_CB_REQUIRE_NONE, &info) == MPI_SUCCESS);
  CHECK(MPI_T_event_callback_set_info(registration, MPI_T_CB_REQUIRE_NONE, info) == MPI_SUCCESS);
  MPI_Info_free(&info);

  MPI_Isend(&rank, 1, MPI_INT, rank, TAG, MPI_COMM_WORLD, &request);
  MPI_Probe(rank, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(seen == 1 && last[1] == rank && last[3] == sizeof(int) && dropped_calls == 0);
  MPI_Recv(&i, 1, MPI_INT, rank, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(seen == 1);

  CHECK(MPI_T_event_handle_free(registration, &at_end, freed) == MPI_SUCCESS && at_end == 77);
  CHECK(MPI_T_event_handle_free(registration, &at_end, freed) == MPI_T_ERR_INVALID_HANDLE);
  MPI_T_source_get_num(&count);
  CHECK(count == 1);
  CHECK(MPI_T_source_get_info(1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
  MPI_T_source_order order;
  MPI_Count ticks, most;
  length = sizeof name;
  MPI_T_source_get_info(0, name, &length, NULL, NULL, &order, &ticks, &most, NULL);
  CHECK(order == MPI_T_SOURCE_ORDERED && ticks == 1000000000 && strcmp(name, "purempi") == 0);
}

/* Categories name variables and events, enumerations their values; each is found again by its name. */
static void check_categories(void) {
  int count, variables, counters, categories, index, found, stamp, length, desc_length, all = 0;
  int indices[1000];
  char name[200], desc[2000];
  MPI_T_category_get_num(&count);
  MPI_T_category_changed(&stamp);
  for (int i = 0; i < count; i++) {
    length = sizeof name;
    desc_length = sizeof desc;
    CHECK(MPI_T_category_get_info(i, name, &length, desc, &desc_length, &variables, &counters, &categories) ==
          MPI_SUCCESS);
    CHECK(length == (int)strlen(name) + 1 && desc_length == (int)strlen(desc) + 1 && desc_length > 1);
    CHECK(MPI_T_category_get_index(name, &index) == MPI_SUCCESS && index == i);
    CHECK(variables <= 1000 && counters <= 1000 && categories <= 1000);
    MPI_T_category_get_cvars(i, 1000, indices);
    for (int j = 0; j < variables; j++)
      CHECK(MPI_T_cvar_get_info(indices[j], NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == MPI_SUCCESS);
    MPI_T_category_get_pvars(i, 1000, indices);
    for (int j = 0; j < counters; j++)
      CHECK(MPI_T_pvar_get_info(indices[j], NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                NULL) == MPI_SUCCESS);
    MPI_T_category_get_categories(i, 1000, indices);
    for (int j = 0; j < categories; j++) CHECK(indices[j] >= 0 && indices[j] < count && indices[j] != i);
    all += variables + counters;
  }
  CHECK(all > 0);
  CHECK(MPI_T_category_get_info(count, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
  MPI_T_category_changed(&found);
  CHECK(found == stamp);

  MPI_T_pvar_get_num(&count);
  CHECK(count > 5);
  for (int i = 0; i < count; i++) {
    int verbosity, class, bind, is_read_only, is_continuous, is_atomic;
    MPI_Datatype type;
    MPI_T_enum kinds;
    length = sizeof name;
    desc_length = sizeof desc;
    MPI_T_pvar_get_info(i, name, &length, &verbosity, &class, &type, &kinds, desc, &desc_length, &bind,
                        &is_read_only, &is_continuous, &is_atomic);
    CHECK(MPI_T_pvar_get_index(name, class, &index) == MPI_SUCCESS && index == i);
    CHECK(type == MPI_UNSIGNED_LONG_LONG || type == MPI_UNSIGNED_LONG || type == MPI_UNSIGNED ||
          type == MPI_DOUBLE || type == MPI_INT);
  }

  int enumerations = 0;
  MPI_T_cvar_get_num(&count);
  for (int i = 0; i < count; i++) {
    MPI_T_enum kinds = MPI_T_ENUM_NULL;
    int verbosity, bind, scope, items, value;
    MPI_Datatype type;
    length = sizeof name;
    MPI_T_cvar_get_info(i, name, &length, &verbosity, &type, &kinds, NULL, NULL, &bind, &scope);
    if (kinds == MPI_T_ENUM_NULL) continue;
    enumerations++;
    length = sizeof name;
    CHECK(MPI_T_enum_get_info(kinds, &items, name, &length) == MPI_SUCCESS && items > 0);
    for (int j = 0; j < items; j++) {
      length = sizeof name;
      CHECK(MPI_T_enum_get_item(kinds, j, &value, name, &length) == MPI_SUCCESS && length > 1);
    }
    CHECK(MPI_T_enum_get_item(kinds, items, &value, name, &length) == MPI_T_ERR_INVALID_ITEM ||
          MPI_T_enum_get_item(kinds, items, &value, name, &length) == MPI_T_ERR_INVALID_INDEX);
  }
  if (enumerations == 0) {
    CHECK(MPI_T_enum_get_info(MPI_T_ENUM_NULL, &found, name, &length) != MPI_SUCCESS);
    CHECK(MPI_T_enum_get_item(MPI_T_ENUM_NULL, 0, &found, name, &length) != MPI_SUCCESS);
  }
}

/* Messages by a session's handles: two sessions, of which one is stopped. */
static void check_counters(int rank) {
  MPI_T_pvar_session one, other;
  MPI_T_pvar_handle sent, same, queue, open;
  int index, count;
  unsigned long long value;
  MPI_T_pvar_session_create(&one);
  MPI_T_pvar_session_create(&other);
  CHECK(MPI_T_pvar_get_index("eager_sent", MPI_T_PVAR_CLASS_LEVEL, &index) == MPI_T_ERR_INVALID_NAME);
  CHECK(MPI_T_pvar_get_index("eager_sent_bytes", MPI_T_PVAR_CLASS_AGGREGATE, &index) == MPI_SUCCESS);
  MPI_T_pvar_handle_alloc(one, index, NULL, &sent, &count);
  MPI_T_pvar_handle_alloc(other, index, NULL, &same, &count);
  CHECK(MPI_T_pvar_read(one, same, &value) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_pvar_start(one, sent) == MPI_SUCCESS);
  double data = 0;
  MPI_Sendrecv(&rank, 1, MPI_INT, rank, TAG, &count, 1, MPI_INT, rank, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(MPI_T_pvar_read(one, sent, &value) == MPI_SUCCESS && value == sizeof(int));
  CHECK(MPI_T_pvar_read(other, same, &value) == MPI_SUCCESS && value == 0);
  CHECK(MPI_T_pvar_readreset(one, sent, &value) == MPI_SUCCESS && value == sizeof(int));
  CHECK(MPI_T_pvar_read(one, sent, &value) == MPI_SUCCESS && value == 0);
  CHECK(MPI_T_pvar_stop(one, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
  value = 9;
  CHECK(MPI_T_pvar_write(one, sent, &value) == MPI_SUCCESS);
  CHECK(MPI_T_pvar_read(one, sent, &value) == MPI_SUCCESS && value == 9);

  MPI_Comm world = MPI_COMM_WORLD;
  MPI_Request request;
  CHECK(MPI_T_pvar_get_index("communicator_posted_length", MPI_T_PVAR_CLASS_LEVEL, &index) == MPI_SUCCESS);
  MPI_T_pvar_handle_alloc(one, index, &world, &queue, &count);
  MPI_Irecv(&data, 1, MPI_DOUBLE, rank, TAG, world, &request);
  CHECK(MPI_T_pvar_read(one, queue, &value) == MPI_SUCCESS && value == 1);
  MPI_Cancel(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(MPI_T_pvar_start(one, queue) == MPI_T_ERR_PVAR_NO_STARTSTOP);
  CHECK(MPI_T_pvar_reset(one, queue) == MPI_T_ERR_PVAR_NO_WRITE);
  CHECK(MPI_T_pvar_get_index("communicators", MPI_T_PVAR_CLASS_LEVEL, &index) == MPI_SUCCESS);
  MPI_T_pvar_handle_alloc(one, index, NULL, &open, &count);
  CHECK(MPI_T_pvar_read(one, open, &value) == MPI_SUCCESS && value >= 2);
  MPI_T_pvar_session_free(&one);
  MPI_T_pvar_session_free(&other);
}

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
  CHECK(MPI_T_category_get_index("QUEUES", &index) == MPI_SUCCESS);
  CHECK(MPI_T_category_get_num_events(index, &count) == MPI_SUCCESS && count == 1);
  CHECK(MPI_T_category_get_events(index, 1, &length) == MPI_SUCCESS);
  MPI_T_event_get_num(&count);
  CHECK(count > 3 && length < count);
  long long timestamp;
  CHECK(MPI_T_event_handle_alloc(count, NULL, MPI_INFO_NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_event_handle_free(NULL, NULL, NULL) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_read(NULL, 0, &timestamp) == MPI_T_ERR_INVALID_HANDLE);
  check_categories();
  check_events(rank, size);
  check_counters(rank);
  MPI_T_finalize();
  CHECK(MPI_T_cvar_get_num(&count) == MPI_T_ERR_NOT_INITIALIZED);
  return check_end();
}
