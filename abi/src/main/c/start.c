/*
 * Starts the JVM, at the first MPI function that needs it, in the process of the C program.
 *
 * Beside this library lies libmpi_abi.flags: the JVM's options, one a line; '@/' stands for the folder of
 * the library; JAVA_TOOL_OPTIONS may hold more. The JDK is that of JAVA_HOME, else the one that has built the
 * library ('java' in the file's first line), else one in /usr/lib/jvm; it must be new enough.
 */
#define _GNU_SOURCE
#include "shim.h"
#include <dirent.h>
#include <dlfcn.h>
#include <jni.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <sys/stat.h>
#include <unistd.h>

#define CLASS_PATH "-Djava.class.path="

enum { MOST_FLAGS = 128, LONGEST_LINE = 16384, OLDEST_JAVA = 25 };

__thread void *purempi_caller;

/* The same of Fortran's entries (bridge.h), which lie in a library of their own. */
__thread void *purempi_fortran_caller;

static JavaVM *vm;
static jclass library;
static jmethodID resolve;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fail(const char *what, const char *which) {
  fprintf(stderr, "purempi: %s%s\n", what, which);
  exit(2);
}

static char *copy_of(const char *text) {
  char *copy = strdup(text);
  if (copy == NULL) fail("no memory is left", "");
  return copy;
}

/* Whether this is the home of a JDK that is new enough, by its file 'release'. */
static int is_new_enough(const char *home) {
  char path[PATH_MAX], line[256];
  int version = 0;
  snprintf(path, sizeof path, "%s/lib/server/libjvm.so", home);
  if (access(path, R_OK) != 0) return 0;
  snprintf(path, sizeof path, "%s/release", home);
  FILE *release = fopen(path, "re");
  if (release == NULL) return 0;
  while (fgets(line, sizeof line, release) != NULL) {
    if (sscanf(line, "JAVA_VERSION=\"%d", &version) == 1) break;
  }
  fclose(release);
  return version >= OLDEST_JAVA;
}

static char *find_java(const char *built_by) {
  const char *home = getenv("JAVA_HOME");
  if (home != NULL && is_new_enough(home)) return copy_of(home);
  if (is_new_enough(built_by)) return copy_of(built_by);
  DIR *folder = opendir("/usr/lib/jvm");
  char *found = NULL;
  for (struct dirent *one; folder != NULL && found == NULL && (one = readdir(folder)) != NULL;) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "/usr/lib/jvm/%s", one->d_name);
    if (one->d_name[0] != '.' && is_new_enough(path)) found = copy_of(path);
  }
  if (folder != NULL) closedir(folder);
  if (found == NULL) fail("no Java 25 or newer: looked at JAVA_HOME and /usr/lib/jvm; install a JDK 25 or set JAVA_HOME", "");
  return found;
}

/* A line with '@/' replaced by the folder. */
static char *placed(const char *line, const char *folder) {
  static const char mark[] = "@/";
  size_t places = 0;
  for (const char *at = line; (at = strstr(at, mark)) != NULL; at += 2) places++;
  char *text = malloc(strlen(line) + places * (strlen(folder) + 1) + 1);
  if (text == NULL) fail("no memory is left", "");
  char *to = text;
  while (*line != 0) {
    if (strncmp(line, mark, 2) == 0) {
      to += sprintf(to, "%s/", folder);
      line += 2;
    } else {
      *to++ = *line++;
    }
  }
  *to = 0;
  return text;
}

static void add(JavaVMInitArgs *args, char *flag) {
  if (args->nOptions == MOST_FLAGS) fail("too many flags for the JVM: ", flag);
  args->options[args->nOptions++].optionString = flag;
}

static void begin_java(void *jvm, JavaVMInitArgs *args) {
  jint (*create)(JavaVM **, void **, void *) = dlsym(jvm, "JNI_CreateJavaVM");
  JNIEnv *env;
  if (create == NULL || create(&vm, (void **) &env, args) != JNI_OK) {
    fail("the JVM does not start; does JAVA_TOOL_OPTIONS hold a flag that it does not know?", "");
  }
  library = (*env)->FindClass(env, "org/purempi/abi/Library");
  if (library != NULL) library = (*env)->NewGlobalRef(env, library);
  jmethodID begin =
      library == NULL ? NULL : (*env)->GetStaticMethodID(env, library, "begin", "(J)V");
  resolve = begin == NULL ? NULL : (*env)->GetStaticMethodID(env, library, "resolve", "(I)J");
  if (resolve != NULL) {
    static struct purempi_helpers helpers;
    extern void purempi_fill(struct purempi_helpers *);
    purempi_fill(&helpers);
    (*env)->CallStaticVoidMethod(env, library, begin, (jlong) (intptr_t) &helpers);
  }
  if (resolve == NULL || (*env)->ExceptionCheck(env)) {
    (*env)->ExceptionDescribe(env);
    fail("the Java library does not start; the lines above say why", "");
  }
}

/* A fault in the program's own code: says where, and lets the signal do what it does without a JVM. */
static void crashed(int number, siginfo_t *info, void *context) {
  char text[512];
  Dl_info place = {0};
  char *at = info->si_addr;
#ifdef __x86_64__
  at = (char *) ((ucontext_t *) context)->uc_mcontext.gregs[REG_RIP];
#endif
  if (dladdr(at, &place) == 0) place.dli_fname = NULL;
  const char *file = place.dli_fname == NULL ? "?" : place.dli_fname;
  const char *slash = strrchr(file, '/');
  int length = snprintf(text, sizeof text, "purempi: %s in %s (%s+0x%lx)\n", strsignal(number),
                        place.dli_sname == NULL ? "?" : place.dli_sname, slash == NULL ? file : slash + 1,
                        (unsigned long) (at - (char *) place.dli_fbase));
  if (write(STDERR_FILENO, text, length) < 0) _exit(2);
  signal(number, SIG_DFL); /* the instruction faults again */
}

/* The JVM hands on what is none of its own faults to the handlers that it finds. */
static void watch_faults(void) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    struct sigaction old, ours = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    if (sigaction(faults[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL) {
      sigaction(faults[i], &ours, NULL);
    }
  }
}

/* Whether no jar of the class path is younger than the class cache. The JVM should see that and does not
   before 25.0.4 (JDK-8377932): it takes the classes of the jars of old for those that the cache holds. */
static int fits(const char *cache, const char *class_path) {
  struct stat made, jar;
  if (access(cache, R_OK) != 0 || stat(cache, &made) != 0) return 0;
  char *paths = copy_of(class_path), *rest = NULL;
  int all = 1;
  for (char *path = strtok_r(paths, ":", &rest); path != NULL; path = strtok_r(NULL, ":", &rest)) {
    if (stat(path, &jar) != 0 || jar.st_mtim.tv_sec > made.st_mtim.tv_sec ||
        (jar.st_mtim.tv_sec == made.st_mtim.tv_sec && jar.st_mtim.tv_nsec > made.st_mtim.tv_nsec)) {
      all = 0;
    }
  }
  free(paths);
  return all;
}

static void start(void) {
  watch_faults();
  Dl_info self;
  char folder[PATH_MAX], path[PATH_MAX + 32];
  static char line[LONGEST_LINE];
  if (dladdr((void *) start, &self) == 0 || realpath(self.dli_fname, folder) == NULL) {
    fail("cannot find the folder of libmpi_abi.so", "");
  }
  *strrchr(folder, '/') = 0;
  snprintf(path, sizeof path, "%s/libmpi_abi.flags", folder);
  FILE *file = fopen(path, "re");
  if (file == NULL || fgets(line, sizeof line, file) == NULL || strncmp(line, "java ", 5) != 0) {
    fail("cannot read ", path);
  }
  line[strcspn(line, "\n")] = 0;
  char *home = find_java(line + 5);
  static JavaVMOption options[MOST_FLAGS];
  JavaVMInitArgs args = {.version = JNI_VERSION_10, .options = options, .ignoreUnrecognized = JNI_FALSE};
  const char *class_path = "";
  while (fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "\n")] = 0;
    if (line[0] == '#' || line[0] == 0) continue;
    char *option = placed(line, folder);
    if (strncmp(option, CLASS_PATH, strlen(CLASS_PATH)) == 0) class_path = option + strlen(CLASS_PATH);
    add(&args, option);
  }
  fclose(file);
  static char cache[PATH_MAX + 64];
  snprintf(path, sizeof path, "%s/libmpi_abi.aot", folder);
  if (fits(path, class_path)) { /* bin/mpicc has made it */
    snprintf(cache, sizeof cache, "-XX:AOTCache=%s", path);
    add(&args, cache);
  }
  snprintf(path, sizeof path, "%s/lib/server/libjvm.so", home);
  void *jvm = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  if (jvm == NULL) fail("cannot load the JVM: ", dlerror());
  begin_java(jvm, &args);
  free(home);
}

void *purempi_entry(int function) {
  pthread_once(&once, start);
  JNIEnv *env;
  int attached = (*vm)->GetEnv(vm, (void **) &env, JNI_VERSION_10) != JNI_OK;
  if (attached && (*vm)->AttachCurrentThreadAsDaemon(vm, (void **) &env, NULL) != JNI_OK) {
    fail("cannot attach a thread to the JVM: is its stack smaller than 128 KB?", "");
  }
  void *entry = (void *) (intptr_t) (*env)->CallStaticLongMethod(env, library, resolve, (jint) function);
  if ((*env)->ExceptionCheck(env)) {
    (*env)->ExceptionDescribe(env);
    fail("an entry into Java cannot be made; the lines above say why", "");
  }
  if (attached) (*vm)->DetachCurrentThread(vm);
  __atomic_store_n(&purempi_entries[function], entry, __ATOMIC_RELEASE);
  return entry;
}

static void raise_error(void *handler, void *handle, int *code) {
  ((void (*)(void *, int *, ...)) handler)(handle, code);
}

static int where(char *text, int length) {
  Dl_info place;
  if (purempi_caller == NULL || dladdr(purempi_caller, &place) == 0 || place.dli_fname == NULL) return 0;
  void *caller = purempi_caller;
  if (strstr(place.dli_fname, "/libmpi_abi_fortran.so") != NULL && purempi_fortran_caller != NULL) {
    caller = purempi_fortran_caller;
    if (dladdr(caller, &place) == 0 || place.dli_fname == NULL) return 0;
  }
  const char *file = strrchr(place.dli_fname, '/');
  return snprintf(text, length, "%s (%s+0x%lx)", place.dli_sname == NULL ? "?" : place.dli_sname,
                  file == NULL ? place.dli_fname : file + 1,
                  (unsigned long) ((char *) caller - (char *) place.dli_fbase));
}

static void leave(int code) {
  fflush(NULL);
  _exit(code);
}

static int loaded(const char *library) {
  void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  if (handle != NULL) dlclose(handle);
  return handle != NULL;
}

void purempi_fill(struct purempi_helpers *helpers) {
  helpers->reduce = purempi_reduce;
  helpers->raise = raise_error;
  helpers->leave = leave;
  helpers->where = where;
  helpers->state = &purempi_state;
  helpers->loaded = loaded;
}
