/* Reductions of types that Java has no arithmetic for: long double and REAL*16, their complex and pair
   forms, and Fortran's pairs. */
#include "shim.h"
#include <complex.h>

/* As in Kernels.java. */
enum { LONG_DOUBLE, COMPLEX_LONG_DOUBLE, LONG_DOUBLE_INT, TWO_REAL, TWO_DOUBLE_PRECISION, REAL16, COMPLEX32 };
enum { MAX, MIN, SUM, PROD, MAXLOC, MINLOC };

typedef long double real;
typedef _Complex long double complex_real;
typedef struct {
  long double value;
  int index;
} pair;

/* Fortran's quadruple precision; on some machines it is long double itself. */
#ifdef __SIZEOF_FLOAT128__
typedef __float128 quad;
typedef _Complex float complex_quad __attribute__((mode(TC)));
#else
typedef long double quad;
typedef _Complex long double complex_quad;
#endif

typedef struct {
  float value, index;
} two_real;
typedef struct {
  double value, index;
} two_double;

#define EACH(type, expression)                                  \
  {                                                             \
    const type *a = in;                                         \
    type *b = inout;                                            \
    for (long i = 0; i < count; i++) b[i] = (expression);       \
    return 1;                                                   \
  }

/* The pair of the largest or smallest value; of several the one of the smallest index. */
#define CHOSEN(name, type)                                      \
  static type name(type x, type y, int largest) {               \
    if (x.value == y.value) return x.index < y.index ? x : y;   \
    return (x.value > y.value) == largest ? x : y;              \
  }
CHOSEN(chosen, pair)
CHOSEN(chosen_real, two_real)
CHOSEN(chosen_double, two_double)

int purempi_reduce(int kind, int operation, const void *in, void *inout, long count) {
  switch (kind) {
  case LONG_DOUBLE:
    switch (operation) {
    case MAX: EACH(real, a[i] > b[i] ? a[i] : b[i])
    case MIN: EACH(real, a[i] < b[i] ? a[i] : b[i])
    case SUM: EACH(real, a[i] + b[i])
    case PROD: EACH(real, a[i] * b[i])
    }
    break;
  case COMPLEX_LONG_DOUBLE:
    switch (operation) {
    case SUM: EACH(complex_real, a[i] + b[i])
    case PROD: EACH(complex_real, a[i] * b[i])
    }
    break;
  case LONG_DOUBLE_INT:
    switch (operation) {
    case MAXLOC: EACH(pair, chosen(a[i], b[i], 1))
    case MINLOC: EACH(pair, chosen(a[i], b[i], 0))
    }
    break;
  case TWO_REAL:
    switch (operation) {
    case MAXLOC: EACH(two_real, chosen_real(a[i], b[i], 1))
    case MINLOC: EACH(two_real, chosen_real(a[i], b[i], 0))
    }
    break;
  case TWO_DOUBLE_PRECISION:
    switch (operation) {
    case MAXLOC: EACH(two_double, chosen_double(a[i], b[i], 1))
    case MINLOC: EACH(two_double, chosen_double(a[i], b[i], 0))
    }
    break;
  case REAL16:
    switch (operation) {
    case MAX: EACH(quad, a[i] > b[i] ? a[i] : b[i])
    case MIN: EACH(quad, a[i] < b[i] ? a[i] : b[i])
    case SUM: EACH(quad, a[i] + b[i])
    case PROD: EACH(quad, a[i] * b[i])
    }
    break;
  case COMPLEX32:
    switch (operation) {
    case SUM: EACH(complex_quad, a[i] + b[i])
    case PROD: EACH(complex_quad, a[i] * b[i])
    }
    break;
  }
  return 0;
}
