/* The stand-in's devices, contexts and errors; see standin.h. */
#define _GNU_SOURCE
#include "standin.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEVICES = 8, NO_DEVICE = 100 };

_Thread_local Context *current;
long counts[COUNTED];

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int isInitialized;
static int lost;
static Context *primaries[MOST_DEVICES];

void lock(void) { pthread_mutex_lock(&mutex); }

void unlock(int *locked) {
  (void)locked;
  pthread_mutex_unlock(&mutex);
}

long setting(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text ? atol(text) : otherwise;
}

int refuses(const char *what) {
  const char *list = getenv("STANDIN_REFUSE");
  return list && strstr(list, what) != NULL;
}

static int devices(void) { return (int)setting("STANDIN_DEVICES", 2); }

void lose(int error) { lost = error; }

int obstacle(void) {
  if (!isInitialized) return NOT_INITIALIZED;
  if (lost) return lost;
  return current ? OK : INVALID_CONTEXT;
}

Context *primary(int device) {
  if (!primaries[device]) {
    primaries[device] = calloc(1, sizeof(Context));
    primaries[device]->device = device;
    primaries[device]->isPrimary = 1;
  }
  return primaries[device];
}

/* Tests ask how often something was done, and how much there is. */
long standInCount(int what) {
  ONE_AT_A_TIME;
  return counts[what];
}

int cuInit(unsigned flags) {
  ONE_AT_A_TIME;
  if (flags) return INVALID_VALUE;
  int error = (int)setting("STANDIN_INIT", devices() ? OK : NO_DEVICE);
  isInitialized = !error;
  return error;
}

int cuDriverGetVersion(int *version) {
  *version = (int)setting("STANDIN_VERSION", 12040);
  return OK;
}

static const struct {
  int error;
  const char *name, *text;
} ERRORS[] = {
    {OK, "CUDA_SUCCESS", "no error"},
    {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {MAP_FAILED_HERE, "CUDA_ERROR_MAP_FAILED", "mapping of buffer object failed"},
    {INVALID_PTX, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {304, "CUDA_ERROR_OPERATING_SYSTEM", "OS call failed or operation not supported on this OS"},
    {INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {NOT_READY, "CUDA_ERROR_NOT_READY", "device not ready"},
    {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {ALREADY_REGISTERED, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED", "part already registered"},
    {NOT_REGISTERED, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED", "not registered"},
    {MISALIGNED, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
    {NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
};

static int describe(int error, int isName, const char **text) {
  for (size_t i = 0; i < sizeof ERRORS / sizeof *ERRORS; i++) {
    if (ERRORS[i].error == error) {
      *text = isName ? ERRORS[i].name : ERRORS[i].text;
      return OK;
    }
  }
  *text = NULL;
  return INVALID_VALUE;
}

int cuGetErrorName(int error, const char **name) { return describe(error, 1, name); }

int cuGetErrorString(int error, const char **text) { return describe(error, 0, text); }

int cuDeviceGetCount(int *count) {
  if (!isInitialized) return NOT_INITIALIZED;
  *count = devices();
  return OK;
}

static int wrongDevice(int device) {
  if (!isInitialized) return NOT_INITIALIZED;
  return device < 0 || device >= devices() ? INVALID_DEVICE : OK;
}

int cuDeviceGet(int *device, int ordinal) {
  int wrong = wrongDevice(ordinal);
  if (!wrong) *device = ordinal;
  return wrong;
}

int cuDeviceGetName(char *name, int bytes, int device) {
  int wrong = wrongDevice(device);
  if (!wrong) snprintf(name, bytes, "Stand-in %c", 'A' + device);
  return wrong;
}

int cuDeviceGetUuid_v2(char uuid[16], int device) {
  int wrong = wrongDevice(device);
  for (int i = 0; !wrong && i < 16; i++) uuid[i] = (char)(17 * i + device);
  return wrong;
}

int cuDevicePrimaryCtxRetain(Context **context, int device) {
  ONE_AT_A_TIME;
  int wrong = wrongDevice(device);
  if (!wrong) *context = primary(device);
  return wrong;
}

int cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active) {
  ONE_AT_A_TIME;
  int wrong = wrongDevice(device);
  if (wrong) return wrong;
  *flags = 0;
  *active = primaries[device] != NULL;
  return OK;
}

/* Tests make a context of their own by it. */
int cuCtxCreate_v2(Context **context, unsigned flags, int device) {
  int wrong = wrongDevice(device);
  if (wrong || flags) return wrong ? wrong : INVALID_VALUE;
  current = *context = calloc(1, sizeof(Context));
  current->device = device;
  return OK;
}

int cuCtxGetCurrent(Context **context) {
  if (!isInitialized) return NOT_INITIALIZED;
  *context = current;
  return OK;
}

int cuCtxSetCurrent(Context *context) {
  if (!isInitialized) return NOT_INITIALIZED;
  current = context;
  return OK;
}
