/* Entries that follow no rule: callbacks with a state, attributes, texts of a length that is asked for, spawn. */
#include "bridge.h"
#include <fenv.h>
#include <stdlib.h>

/* ---- beginning. Java's threads must not inherit traps of floating point (gfortran -ffpe-trap). */

ENTRY(void, mpi_init, (int *ierror)) {
  fenv_t traps;
  feholdexcept(&traps);
  int code = CALL(MPI_Init)(NULL, NULL);
  fesetenv(&traps);
  purempi_fortran_begin();
  END;
}

ENTRY(void, mpi_init_thread, (int *required, int *provided, int *ierror)) {
  fenv_t traps;
  feholdexcept(&traps);
  int code = CALL(MPI_Init_thread)(NULL, NULL, *required, provided);
  fesetenv(&traps);
  purempi_fortran_begin();
  END;
}

ENTRY(void, mpi_session_init, (int *info, int *errhandler, int *session, int *ierror)) {
  MPI_Session made = HANDLE(MPI_Session, session);
  fenv_t traps;
  feholdexcept(&traps);
  int code = CALL(MPI_Session_init)(HANDLE(MPI_Info, info), HANDLE(MPI_Errhandler, errhandler), &made);
  fesetenv(&traps);
  *session = INTEGER(made);
  purempi_fortran_begin();
  END;
}

ENTRY(void, mpi_pcontrol, (int *level)) {
  CALL(MPI_Pcontrol)(*level);
}

/* Does nothing; but the compiler cannot know what it does to the data (section 19.1.8). */
ENTRY(void, mpi_f_sync_reg, (void *buf)) {
  (void) buf;
}

/* ---- attributes: the state of C's functions is that of Fortran's and where these are. It stays as long as the
   process, for attributes outlive their key. */

struct keyval {
  procedure *copy, *delete;
  MPI_Aint state;
};

static int copied(void *holder, int keyval, void *state, void *in, void *out, int *flag) {
  struct keyval *k = state;
  int handle = INTEGER(holder), code = MPI_SUCCESS;
  MPI_Aint more = k->state, from = (MPI_Aint) in, to = 0;
  ((void (*)(int *, int *, MPI_Aint *, MPI_Aint *, MPI_Aint *, int *, int *)) k->copy)(
      &handle, &keyval, &more, &from, &to, flag, &code);
  *(void **) out = (void *) to;
  return code;
}

static int deleted(void *holder, int keyval, void *value, void *state) {
  struct keyval *k = state;
  int handle = INTEGER(holder), code = MPI_SUCCESS;
  MPI_Aint more = k->state, old = (MPI_Aint) value;
  ((void (*)(int *, int *, MPI_Aint *, MPI_Aint *, int *)) k->delete)(&handle, &keyval, &old, &more, &code);
  return code;
}

/* As MPI 1 had it, where all are plain integers. */
static int copied_integer(MPI_Comm comm, int keyval, void *state, void *in, void *out, int *flag) {
  struct keyval *k = state;
  int handle = INTEGER(comm), code = MPI_SUCCESS, more = (int) k->state, from = INTEGER(in), to = 0;
  ((void (*)(int *, int *, int *, int *, int *, int *, int *)) k->copy)(&handle, &keyval, &more, &from, &to,
                                                                       flag, &code);
  *(void **) out = HANDLE(void *, &to);
  return code;
}

static int deleted_integer(MPI_Comm comm, int keyval, void *value, void *state) {
  struct keyval *k = state;
  int handle = INTEGER(comm), code = MPI_SUCCESS, more = (int) k->state, old = INTEGER(value);
  ((void (*)(int *, int *, int *, int *, int *)) k->delete)(&handle, &keyval, &old, &more, &code);
  return code;
}

static struct keyval *keyval_of(procedure *copy, procedure *delete, MPI_Aint state) {
  struct keyval *k = malloc(sizeof *k);
  if (k != NULL) *k = (struct keyval) {copy, delete, state};
  return k;
}

#define KEYVALS(name, Name)                                                                                           \
  ENTRY(void, mpi_##name##_create_keyval,                                                                             \
        (procedure * copy, procedure * delete, int *keyval, MPI_Aint *state, int *ierror)) {                          \
    struct keyval *k = keyval_of(copy, delete, *state);                                                               \
    int code = k == NULL ? MPI_ERR_NO_MEM                                                                             \
                         : CALL(MPI_##Name##_create_keyval)((MPI_##Name##_copy_attr_function *) (procedure *) copied, \
                                                      (MPI_##Name##_delete_attr_function *) (procedure *) deleted,    \
                                                      keyval, k);                                                     \
    END;                                                                                                              \
  }

KEYVALS(comm, Comm)
KEYVALS(type, Type)
KEYVALS(win, Win)

ENTRY(void, mpi_keyval_create, (procedure * copy, procedure *delete, int *keyval, int *state, int *ierror)) {
  struct keyval *k = keyval_of(copy, delete, *state);
  int code = k == NULL ? MPI_ERR_NO_MEM
                       : CALL(MPI_Keyval_create)(copied_integer, deleted_integer, keyval, k);
  END;
}

/* The Standard's own attributes are in C where a pointer points to, and in Fortran themselves (section 19.3.7). */
static MPI_Aint plain(int keyval, void *value) {
  if (keyval == MPI_WIN_SIZE) return *(MPI_Aint *) value;
  if (keyval >= MPI_TAG_UB && keyval <= MPI_WIN_MODEL && keyval != MPI_WIN_BASE) return *(int *) value;
  return (MPI_Aint) value;
}

ENTRY(void, mpi_comm_set_attr, (int *comm, int *keyval, MPI_Aint *value, int *ierror)) {
  int code = CALL(MPI_Comm_set_attr)(HANDLE(MPI_Comm, comm), *keyval, (void *) *value);
  END;
}

ENTRY(void, mpi_comm_get_attr, (int *comm, int *keyval, MPI_Aint *value, int *flag, int *ierror)) {
  void *found;
  *flag = 0;
  int code = CALL(MPI_Comm_get_attr)(HANDLE(MPI_Comm, comm), *keyval, &found, flag);
  if (*flag) *value = plain(*keyval, found);
  END;
}

ENTRY(void, mpi_type_set_attr, (int *datatype, int *keyval, MPI_Aint *value, int *ierror)) {
  int code = CALL(MPI_Type_set_attr)(HANDLE(MPI_Datatype, datatype), *keyval, (void *) *value);
  END;
}

ENTRY(void, mpi_type_get_attr, (int *datatype, int *keyval, MPI_Aint *value, int *flag, int *ierror)) {
  void *found;
  *flag = 0;
  int code = CALL(MPI_Type_get_attr)(HANDLE(MPI_Datatype, datatype), *keyval, &found, flag);
  if (*flag) *value = (MPI_Aint) found;
  END;
}

ENTRY(void, mpi_win_set_attr, (int *win, int *keyval, MPI_Aint *value, int *ierror)) {
  int code = CALL(MPI_Win_set_attr)(HANDLE(MPI_Win, win), *keyval, (void *) *value);
  END;
}

ENTRY(void, mpi_win_get_attr, (int *win, int *keyval, MPI_Aint *value, int *flag, int *ierror)) {
  void *found;
  *flag = 0;
  int code = CALL(MPI_Win_get_attr)(HANDLE(MPI_Win, win), *keyval, &found, flag);
  if (*flag) *value = plain(*keyval, found);
  END;
}

ENTRY(void, mpi_attr_put, (int *comm, int *keyval, int *value, int *ierror)) {
  int code = CALL(MPI_Attr_put)(HANDLE(MPI_Comm, comm), *keyval, HANDLE(void *, value));
  END;
}

ENTRY(void, mpi_attr_get, (int *comm, int *keyval, int *value, int *flag, int *ierror)) {
  void *found;
  *flag = 0;
  int code = CALL(MPI_Attr_get)(HANDLE(MPI_Comm, comm), *keyval, &found, flag);
  if (*flag) *value = (int) plain(*keyval, found);
  END;
}

/* ---- requests of the program's own (section 13.2) */

struct request {
  procedure *query, *free, *cancel;
  MPI_Aint state;
};

static int queried(void *state, MPI_Status *status) {
  struct request *r = state;
  int code = MPI_SUCCESS;
  ((void (*)(MPI_Aint *, MPI_Status *, int *)) r->query)(&r->state, status, &code);
  return code;
}

static int freed(void *state) {
  struct request *r = state;
  int code = MPI_SUCCESS;
  ((void (*)(MPI_Aint *, int *)) r->free)(&r->state, &code);
  free(r);
  return code;
}

static int cancelled(void *state, int complete) {
  struct request *r = state;
  int code = MPI_SUCCESS;
  ((void (*)(MPI_Aint *, int *, int *)) r->cancel)(&r->state, &complete, &code);
  return code;
}

ENTRY(void, mpi_grequest_start, (procedure * query, procedure *free, procedure *cancel, MPI_Aint *state,
                             int *request, int *ierror)) {
  struct request *r = malloc(sizeof *r);
  MPI_Request made = HANDLE(MPI_Request, request);
  int code = MPI_ERR_NO_MEM;
  if (r != NULL) {
    *r = (struct request) {query, free, cancel, *state};
    code = CALL(MPI_Grequest_start)(queried, freed, cancelled, r, &made);
  }
  *request = INTEGER(made);
  END;
}

/* ---- data representations (section 14.5.3); they stay as long as the process */

struct datarep {
  procedure *read, *write, *extent;
  MPI_Aint state;
};

static int extent_of(MPI_Datatype datatype, MPI_Aint *extent, void *state) {
  struct datarep *d = state;
  int handle = INTEGER(datatype), code = MPI_SUCCESS;
  ((void (*)(int *, MPI_Aint *, MPI_Aint *, int *)) d->extent)(&handle, extent, &d->state, &code);
  return code;
}

#define CONVERSION(name, what, count_type)                                                                \
  static int name(void *user, MPI_Datatype datatype, count_type count, void *file, MPI_Offset position,   \
                  void *state) {                                                                          \
    struct datarep *d = state;                                                                            \
    int handle = INTEGER(datatype), code = MPI_SUCCESS;                                                   \
    ((void (*)(void *, int *, count_type *, void *, MPI_Offset *, MPI_Aint *, int *)) d->what)(           \
        user, &handle, &count, file, &position, &d->state, &code);                                        \
    return code;                                                                                          \
  }

CONVERSION(read_of, read, int)
CONVERSION(write_of, write, int)
CONVERSION(read_of_c, read, MPI_Count)
CONVERSION(write_of_c, write, MPI_Count)

procedure mpi_conversion_fn_null_, mpi_conversion_fn_null_c_;

#define DATAREP(name, Name, none, suffix)                                                                           \
  ENTRY(void, mpi_##name, (const char *datarep, procedure *read, procedure *write, procedure *extent,               \
                     MPI_Aint *state, int *ierror, size_t length)) {                                                \
    struct datarep *d = malloc(sizeof *d);                                                                          \
    int code = MPI_ERR_NO_MEM;                                                                                      \
    if (d != NULL) {                                                                                                \
      *d = (struct datarep) {read, write, extent, *state};                                                          \
      char *text = purempi_text(datarep, length, 0);                                                                \
      code = CALL(MPI_##Name)(text, read == none ? NULL : read_of##suffix, write == none ? NULL : write_of##suffix, \
                        extent_of, d);                                                                              \
      free(text);                                                                                                   \
    }                                                                                                               \
    END;                                                                                                            \
  }

DATAREP(register_datarep, Register_datarep, mpi_conversion_fn_null_, )
DATAREP(register_datarep_c, Register_datarep_c, mpi_conversion_fn_null_c_, _c)

/* ---- buffers: only mpi_f08 gets back which one it was; elsewhere the argument's type is wrong (section 3.6) */

static void *place(void *buffer) {
  return buffer == MPI_BUFFER_AUTOMATIC ? &purempi_marks_.buffer_automatic : buffer;
}

#define DETACH(name, Name, count_type, declared, passed)                                   \
  ENTRY(void, mpi_##name, (declared void *buffer, count_type *size, int *ierror)) {        \
    void *found;                                                                           \
    (void) buffer;                                                                         \
    int code = CALL(MPI_##Name)(passed &found, size);                                      \
    END;                                                                                   \
  }                                                                                        \
  ENTRY(void, mpi_##name##_f08, (declared void **buffer, count_type *size, int *ierror)) { \
    void *found = NULL;                                                                    \
    int code = CALL(MPI_##Name)(passed &found, size);                                      \
    *buffer = place(found);                                                                \
    END;                                                                                   \
  }

#define COMMA ,
DETACH(buffer_detach, Buffer_detach, int, , )
DETACH(buffer_detach_c, Buffer_detach_c, MPI_Count, , )
DETACH(comm_detach_buffer, Comm_detach_buffer, int, int *comm COMMA, HANDLE(MPI_Comm, comm) COMMA)
DETACH(comm_detach_buffer_c, Comm_detach_buffer_c, MPI_Count, int *comm COMMA, HANDLE(MPI_Comm, comm) COMMA)
DETACH(session_detach_buffer, Session_detach_buffer, int, int *session COMMA,
       HANDLE(MPI_Session, session) COMMA)
DETACH(session_detach_buffer_c, Session_detach_buffer_c, MPI_Count, int *session COMMA,
       HANDLE(MPI_Session, session) COMMA)

/* ---- texts whose length is asked for: Fortran's lengths leave out C's zero byte (sections 10 and 11.3) */

ENTRY(void, mpi_info_get, (int *info, const char *key, int *valuelen, char *value, int *flag, int *ierror,
                       size_t key_length, size_t value_length)) {
  char *text = purempi_text(key, key_length, 1);
  char *found = calloc(1, (*valuelen < 0 ? 0 : (size_t) *valuelen) + 1);
  *flag = 0;
  int code = found == NULL ? MPI_ERR_NO_MEM
                           : CALL(MPI_Info_get)(HANDLE(MPI_Info, info), text, *valuelen, found, flag);
  if (code == MPI_SUCCESS && *flag) purempi_pad(value, value_length, found);
  free(found);
  free(text);
  END;
}

ENTRY(void, mpi_info_get_string, (int *info, const char *key, int *buflen, char *value, int *flag, int *ierror,
                              size_t key_length, size_t value_length)) {
  char *text = purempi_text(key, key_length, 1);
  int room = *buflen > 0 ? *buflen + 1 : 0;
  char *found = calloc(1, (size_t) room + 1);
  *flag = 0;
  int code = found == NULL ? MPI_ERR_NO_MEM
                           : CALL(MPI_Info_get_string)(HANDLE(MPI_Info, info), text, &room, found, flag);
  if (code == MPI_SUCCESS && *flag) {
    if (*buflen > 0) purempi_pad(value, value_length, found);
    *buflen = room - 1;
  }
  free(found);
  free(text);
  END;
}

ENTRY(void, mpi_session_get_nth_pset, (int *session, int *info, int *n, int *pset_len, char *pset_name,
                                   int *ierror, size_t name_length)) {
  int room = *pset_len > 0 ? *pset_len + 1 : 0;
  char *found = calloc(1, (size_t) room + 1);
  int code = found == NULL ? MPI_ERR_NO_MEM
                           : CALL(MPI_Session_get_nth_pset)(HANDLE(MPI_Session, session), HANDLE(MPI_Info, info),
                                                        *n, &room, found);
  if (code == MPI_SUCCESS) {
    if (*pset_len > 0) purempi_pad(pset_name, name_length, found);
    *pset_len = room - 1;
  }
  free(found);
  END;
}

ENTRY(void, mpi_info_create_env, (int *info, int *ierror)) {
  MPI_Info made = HANDLE(MPI_Info, info);
  int code = CALL(MPI_Info_create_env)(0, NULL, &made);
  *info = INTEGER(made);
  END;
}

/* ---- spawn (section 11.8): only the root's arguments count; the others' need not even have an end */

/* Texts, each so many bytes behind the one before: so many, or up to a blank one if there is no count. */
static char **words(const char *first, size_t length, size_t apart, int count) {
  int known = 0;
  char **all = calloc(1, sizeof *all);
  for (; all != NULL && known != count; known++) {
    char *word = purempi_text(first + (size_t) known * apart, length, 1);
    if (count < 0 && *word == '\0') {
      free(word);
      break;
    }
    char **more = realloc(all, sizeof *all * ((size_t) known + 2));
    if (more == NULL) break;
    all = more;
    all[known] = word;
    all[known + 1] = NULL;
  }
  return all;
}

static void free_words(char **all) {
  for (char **word = all; word != NULL && *word != NULL; word++) free(*word);
  free(all);
}

static int is_root(MPI_Comm comm, int root) {
  int rank = -1;
  PMPI_Comm_rank(comm, &rank);
  return rank == root;
}

ENTRY(void, mpi_comm_spawn, (const char *command, const char *argv, int *maxprocs, int *info, int *root, int *comm,
                         int *intercomm, int *errcodes, int *ierror, size_t command_length,
                         size_t argv_length)) {
  MPI_Comm made = HANDLE(MPI_Comm, intercomm);
  char **texts = MPI_ARGV_NULL, *name = NULL;
  if (is_root(HANDLE(MPI_Comm, comm), *root)) {
    name = purempi_text(command, command_length, 1);
    if (!IS_IN(argv, purempi_words_)) texts = words(argv, argv_length, argv_length, -1);
  }
  int code = CALL(MPI_Comm_spawn)(name, texts, *maxprocs, HANDLE(MPI_Info, info), *root, HANDLE(MPI_Comm, comm),
                              &made, purempi_buffer(errcodes));
  free_words(texts);
  free(name);
  *intercomm = INTEGER(made);
  END;
}

ENTRY(void, mpi_comm_spawn_multiple, (int *count, const char *commands, const char *argvs, const int *maxprocs,
                                  const int *infos, int *root, int *comm, int *intercomm, int *errcodes,
                                  int *ierror, size_t command_length, size_t argv_length)) {
  MPI_Comm made = HANDLE(MPI_Comm, intercomm);
  int n = 0;
  char **names = NULL, ***texts = MPI_ARGVS_NULL;
  void *room[ROOM], **handles = room;
  if (is_root(HANDLE(MPI_Comm, comm), *root) && *count > 0) {
    n = *count;
    names = words(commands, command_length, command_length, n);
    handles = purempi_handles(infos, n, room);
    if (!IS_IN(argvs, purempi_words_)) texts = calloc((size_t) n, sizeof *texts);
    for (int i = 0; texts != NULL && i < n; i++) {
      texts[i] = words(argvs + (size_t) i * argv_length, argv_length, (size_t) n * argv_length, -1);
    }
  }
  int code = CALL(MPI_Comm_spawn_multiple)(*count, names, texts, maxprocs, (MPI_Info *) handles, *root,
                                       HANDLE(MPI_Comm, comm), &made, purempi_buffer(errcodes));
  for (int i = 0; texts != NULL && i < n; i++) free_words(texts[i]);
  free(texts);
  free_words(names);
  purempi_release(handles, room);
  *intercomm = INTEGER(made);
  END;
}
