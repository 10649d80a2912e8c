/* Runs kernels from their PTX text, thread by thread: those instructions only that purempi's
 * kernels use; see standin.h. */
#include "standin.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 48, REGISTERS = 64, CODE = 128, OPERANDS = 4, LABELS = 16 };

typedef union {
  uint64_t u64;
  int64_t s64;
  uint32_t u32;
  int32_t s32;
  uint16_t u16;
  uint8_t u8;
  float f32;
  double f64;
} Value;

/* What an operand is: its value is a number of that, or the constant. */
enum Place { REGISTER, CONSTANT, PARAMETER, SPECIAL, LABEL };

typedef struct {
  enum Place place;
  uint64_t value;
} Operand;

typedef struct {
  char name[NAME];
  int guard; /* the register of the predicate under which it is done; -1 for none */
  int count;
  Operand operands[OPERANDS];
  void (*run)(Value *to, const Value *a, const Value *b, const Value *c);
  int loads, stores; /* bytes of each element */
} Code;

struct Kernel {
  char name[NAME];
  int words, registers, length, labels;
  char wordNames[WORDS][NAME], registerNames[REGISTERS][NAME], labelNames[LABELS][NAME];
  int labelAt[LABELS];
  Code code[CODE];
  Kernel *next;
};

int wordsOf(const Kernel *kernel) { return kernel->words; }

Kernel *kernelNamed(Kernel *all, const char *name) {
  for (; all; all = all->next) {
    if (!strcmp(all->name, name)) return all;
  }
  return NULL;
}

/* ---- Half floats: 1 bit of sign, 5 of exponent, 10 of fraction */

static float fromHalf(uint16_t half) {
  int exponent = half >> 10 & 31, fraction = half & 1023;
  float size = exponent == 31 ? (fraction ? NAN : INFINITY)
               : exponent     ? ldexpf((float)(1024 + fraction), exponent - 25)
                              : ldexpf((float)fraction, -24);
  return half >> 15 ? -size : size;
}

static uint16_t toHalf(float value) {
  if (isnan(value)) return 0x7fff;
  uint16_t sign = signbit(value) ? 0x8000 : 0;
  float size = fabsf(value);
  if (size >= 65520) return sign | 0x7c00;
  int exponent;
  frexpf(size, &exponent);
  int unit = exponent < -13 || size == 0 ? -24 : exponent - 11;
  int units = (int)nearbyintf(ldexpf(size, -unit)); /* to even */
  return sign | (uint16_t)(((unit + 24) << 10) + units);
}

/* ---- Instructions */

#define INSTRUCTION(NAME, STATEMENT)                                                      \
  static void NAME(Value *to, const Value *a, const Value *b, const Value *c) {           \
    (void)a, (void)b, (void)c;                                                            \
    STATEMENT;                                                                            \
  }

/* One of two numbers; of a number and a NaN the number. Of zeros -0 is the lesser one. */
#define CHOSEN(T, IS_FIRST) isnan(a->T) ? b->T : isnan(b->T) ? a->T : (IS_FIRST) ? a->T : b->T
#define IS_LESS(x, y) (x) < (y) || ((x) == (y) && signbit(x))

INSTRUCTION(moveWord, to->u64 = a->u64)
INSTRUCTION(moveHalfWord, to->u64 = a->u32)
INSTRUCTION(mulWide, to->u64 = (uint64_t)a->u32 * b->u32)
INSTRUCTION(signExtend, to->s64 = a->s32)
INSTRUCTION(addU64, to->u64 = a->u64 + b->u64)
INSTRUCTION(addS32, to->u32 = a->u32 + b->u32)
INSTRUCTION(addF32, to->f32 = a->f32 + b->f32)
INSTRUCTION(addF64, to->f64 = a->f64 + b->f64)
INSTRUCTION(mulU64, to->u64 = a->u64 * b->u64)
INSTRUCTION(mulS32, to->u32 = a->u32 * b->u32)
INSTRUCTION(mulF32, to->f32 = a->f32 * b->f32)
INSTRUCTION(mulF64, to->f64 = a->f64 * b->f64)
INSTRUCTION(minS32, to->s32 = a->s32 < b->s32 ? a->s32 : b->s32)
INSTRUCTION(maxS32, to->s32 = a->s32 > b->s32 ? a->s32 : b->s32)
INSTRUCTION(minS64, to->s64 = a->s64 < b->s64 ? a->s64 : b->s64)
INSTRUCTION(maxS64, to->s64 = a->s64 > b->s64 ? a->s64 : b->s64)
INSTRUCTION(minF32, to->f32 = CHOSEN(f32, IS_LESS(a->f32, b->f32)))
INSTRUCTION(maxF32, to->f32 = CHOSEN(f32, IS_LESS(b->f32, a->f32)))
INSTRUCTION(minF64, to->f64 = CHOSEN(f64, IS_LESS(a->f64, b->f64)))
INSTRUCTION(maxF64, to->f64 = CHOSEN(f64, IS_LESS(b->f64, a->f64)))
INSTRUCTION(setGeU64, to->u64 = a->u64 >= b->u64)
INSTRUCTION(setNanF32, to->u64 = isnan(a->f32) || isnan(b->f32))
INSTRUCTION(setNanF64, to->u64 = isnan(a->f64) || isnan(b->f64))
INSTRUCTION(choose, to->u64 = c->u64 ? a->u64 : b->u64)
INSTRUCTION(halfToF32, to->f32 = fromHalf(a->u16))
INSTRUCTION(f32ToHalf, to->u16 = toHalf(a->f32))

static const struct {
  const char *name;
  void (*run)(Value *, const Value *, const Value *, const Value *);
  int loads, stores;
} KNOWN[] = {
    {"bra", NULL, 0, 0},
    {"ret", NULL, 0, 0},
    {"ld.param.u64", moveWord, 0, 0},
    {"cvta.to.global.u64", moveWord, 0, 0},
    {"mov.u32", moveHalfWord, 0, 0},
    {"mov.u64", moveWord, 0, 0},
    {"cvt.u64.u32", moveHalfWord, 0, 0},
    {"cvt.s64.s32", signExtend, 0, 0},
    {"cvt.f32.f16", halfToF32, 0, 0},
    {"cvt.rn.f16.f32", f32ToHalf, 0, 0},
    {"mul.wide.u32", mulWide, 0, 0},
    {"add.u64", addU64, 0, 0},
    {"add.s32", addS32, 0, 0},
    {"add.s64", addU64, 0, 0},
    {"add.rn.f32", addF32, 0, 0},
    {"add.rn.f64", addF64, 0, 0},
    {"mul.lo.u64", mulU64, 0, 0},
    {"mul.lo.s32", mulS32, 0, 0},
    {"mul.lo.s64", mulU64, 0, 0},
    {"mul.rn.f32", mulF32, 0, 0},
    {"mul.rn.f64", mulF64, 0, 0},
    {"min.s32", minS32, 0, 0},
    {"max.s32", maxS32, 0, 0},
    {"min.s64", minS64, 0, 0},
    {"max.s64", maxS64, 0, 0},
    {"min.f32", minF32, 0, 0},
    {"max.f32", maxF32, 0, 0},
    {"min.f64", minF64, 0, 0},
    {"max.f64", maxF64, 0, 0},
    {"setp.ge.u64", setGeU64, 0, 0},
    {"setp.nan.f32", setNanF32, 0, 0},
    {"setp.nan.f64", setNanF64, 0, 0},
    {"selp.f32", choose, 0, 0},
    {"selp.f64", choose, 0, 0},
    {"ld.global.u8", NULL, 1, 0},
    {"ld.global.u16", NULL, 2, 0},
    {"ld.global.b16", NULL, 2, 0},
    {"ld.global.u32", NULL, 4, 0},
    {"ld.global.s32", NULL, 4, 0},
    {"ld.global.f32", NULL, 4, 0},
    {"ld.global.u64", NULL, 8, 0},
    {"ld.global.s64", NULL, 8, 0},
    {"ld.global.f64", NULL, 8, 0},
    {"ld.global.v2.u64", NULL, 16, 0},
    {"st.global.u8", NULL, 0, 1},
    {"st.global.u16", NULL, 0, 2},
    {"st.global.b16", NULL, 0, 2},
    {"st.global.u32", NULL, 0, 4},
    {"st.global.s32", NULL, 0, 4},
    {"st.global.f32", NULL, 0, 4},
    {"st.global.u64", NULL, 0, 8},
    {"st.global.s64", NULL, 0, 8},
    {"st.global.f64", NULL, 0, 8},
    {"st.global.v2.u64", NULL, 0, 16},
};

/* ---- Reading the text */

static const char *const SPECIALS[] = {"%tid", "%ntid", "%ctaid", "%nctaid"};

static int find(const char names[][NAME], int count, const char *name) {
  for (int i = 0; i < count; i++) {
    if (!strcmp(names[i], name)) return i;
  }
  return -1;
}

static const char *skip(const char *at) {
  while (isspace((unsigned char)*at) || *at == ',') at++;
  return at;
}

/* The next word: letters, digits and what names are made of. */
static const char *word(const char *at, char to[NAME]) {
  int length = 0;
  at = skip(at);
  while ((isalnum((unsigned char)*at) || (*at && strchr("._%$", *at))) && length < NAME - 1) {
    to[length++] = *at++;
  }
  to[length] = 0;
  return at;
}

static int operand(Kernel *k, const char *name, Operand *to) {
  int at;
  if ((at = find(k->registerNames, k->registers, name)) >= 0) {
    *to = (Operand){REGISTER, (uint64_t)at};
  } else if ((at = find(k->wordNames, k->words, name)) >= 0) {
    *to = (Operand){PARAMETER, (uint64_t)at};
  } else if (isdigit((unsigned char)*name)) {
    *to = (Operand){CONSTANT, strtoull(name, NULL, 10)};
  } else if (*name == '%') {
    const char *dot = strchr(name, '.');
    for (at = 0; dot && at < 4; at++) {
      if (strlen(SPECIALS[at]) == (size_t)(dot - name) &&
          !strncmp(SPECIALS[at], name, (size_t)(dot - name))) {
        *to = (Operand){SPECIAL, (uint64_t)(at * 3 + dot[1] - 'x')};
        return 1;
      }
    }
    return 0;
  } else if ((at = find(k->labelNames, k->labels, name)) >= 0) {
    *to = (Operand){LABEL, (uint64_t)at};
  } else {
    return 0;
  }
  return 1;
}

/* An instruction up to its semicolon. */
static int instruction(Kernel *k, const char *at, const char *end) {
  char name[NAME];
  if (k->length == CODE) return 0;
  Code *code = &k->code[k->length++];
  code->guard = -1;
  at = skip(at);
  if (*at == '@') {
    at = word(at + 1, name);
    code->guard = find(k->registerNames, k->registers, name);
    if (code->guard < 0) return 0;
  }
  at = word(at, code->name);
  size_t known = 0, all = sizeof KNOWN / sizeof *KNOWN;
  while (known < all && strcmp(KNOWN[known].name, code->name)) known++;
  if (known == all) return 0;
  code->run = KNOWN[known].run;
  code->loads = KNOWN[known].loads;
  code->stores = KNOWN[known].stores;
  for (;;) {
    at = skip(at);
    while (at < end && strchr("[]{}, \n", *at)) at++;
    if (at >= end) return 1;
    at = word(at, name);
    if (code->count == OPERANDS || !operand(k, name, &code->operands[code->count++])) return 0;
  }
}

static int registers(Kernel *k, const char *at, const char *end) {
  char type[NAME];
  at = word(at, type);
  while (skip(at) < end) {
    if (k->registers == REGISTERS) return 0;
    at = word(at, k->registerNames[k->registers++]);
  }
  return 1;
}

/* The labels come first: branches go forward, too. */
static void labels(Kernel *k, const char *at, const char *end) {
  int length = 0;
  for (; at < end; at++) {
    if (*at == ';') length++;
    if (*at == ':' && k->labels < LABELS) {
      const char *start = at;
      while (isalnum((unsigned char)start[-1]) || start[-1] == '_') start--;
      memcpy(k->labelNames[k->labels], start, (size_t)(at - start));
      k->labelAt[k->labels++] = length;
    }
  }
}

static int body(Kernel *k, const char *at, const char *end) {
  const char *start = at;
  while ((at = skip(at)) < end) {
    const char *stop = strchr(at, ';');
    if (strncmp(at, ".reg", 4)) break;
    if (!registers(k, at + 4, stop)) return 0;
    start = at = stop + 1;
  }
  labels(k, start, end);
  while ((at = skip(at)) < end) {
    const char *stop = strchr(at, ';'), *colon = strchr(at, ':');
    if (colon && colon < stop) {
      at = colon + 1;
    } else {
      if (!instruction(k, at, stop)) return 0;
      at = stop + 1;
    }
  }
  return 1;
}

Kernel *parseKernels(const char *text) {
  Kernel *all = NULL;
  if (strncmp(skip(text), ".version ", 9) || !strstr(text, ".target sm_")) return NULL;
  while ((text = strstr(text, ".entry "))) {
    Kernel *k = calloc(1, sizeof *k);
    text = word(text + 7, k->name);
    const char *list = strchr(text, '('), *end = strchr(list, ')');
    while ((list = strstr(list, ".param .u64 ")) && list < end && k->words < WORDS) {
      list = word(list + 12, k->wordNames[k->words++]);
    }
    const char *open = strchr(end, '{'), *close = strstr(open, "\n}");
    if (!close || !body(k, open + 1, close)) return NULL;
    k->next = all;
    all = k;
    text = close;
  }
  return all;
}

/* ---- Running */

typedef struct {
  const Kernel *kernel;
  Context *context;
  const uint64_t *words;
  uint64_t specials[12];
  Value registers[REGISTERS];
} Thread;

static Value value(const Thread *t, const Operand *o) {
  switch (o->place) {
    case REGISTER:
      return t->registers[o->value];
    case PARAMETER:
      return (Value){.u64 = t->words[o->value]};
    case SPECIAL:
      return (Value){.u64 = t->specials[o->value]};
    default:
      return (Value){.u64 = o->value};
  }
}

/* Copies between memory and one register or two. */
static int touch(Thread *t, const Code *code) {
  int bytes = code->loads + code->stores, count = bytes == 16 ? 2 : 1;
  const Operand *first = &code->operands[code->loads ? 0 : 1];
  uint64_t address = value(t, &code->operands[code->loads ? count : 0]).u64;
  if (address % (uint64_t)bytes) return MISALIGNED;
  char *memory = reach(t->context, address, (size_t)bytes);
  if (!memory) return ILLEGAL_ADDRESS;
  for (int i = 0; i < count; i++) {
    Value *r = &t->registers[first[i].value];
    size_t part = (size_t)(bytes / count);
    if (code->loads) r->u64 = 0;
    memcpy(code->loads ? (void *)r : memory + i * 8, code->loads ? memory + i * 8 : (void *)r, part);
  }
  return OK;
}

static int runThread(Thread *t) {
  const Kernel *k = t->kernel;
  for (int at = 0; at < k->length;) {
    const Code *code = &k->code[at++];
    if (code->guard >= 0 && !t->registers[code->guard].u64) continue;
    if (code->loads || code->stores) {
      int error = touch(t, code);
      if (error) return error;
    } else if (code->run) {
      Value in[3] = {{0}};
      for (int i = 1; i < code->count; i++) in[i - 1] = value(t, &code->operands[i]);
      code->run(&t->registers[code->operands[0].value], &in[0], &in[1], &in[2]);
    } else if (code->count) {
      at = k->labelAt[code->operands[0].value];
    } else {
      return OK;
    }
  }
  return OK;
}

int runKernel(const Kernel *kernel, Context *context, const unsigned grid[3],
              const unsigned block[3], const uint64_t words[]) {
  uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
  uint64_t all = threads * grid[0] * grid[1] * grid[2];
  for (uint64_t i = 0; i < all; i++) {
    Thread t = {.kernel = kernel, .context = context, .words = words};
    uint64_t inBlock = i % threads, inGrid = i / threads;
    for (int d = 0; d < 3; d++) {
      t.specials[d] = inBlock % block[d];
      t.specials[3 + d] = block[d];
      t.specials[6 + d] = inGrid % grid[d];
      t.specials[9 + d] = grid[d];
      inBlock /= block[d];
      inGrid /= grid[d];
    }
    int error = runThread(&t);
    if (error) return error;
  }
  return OK;
}
