package org.purempi.onesided;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Combiner;
import org.purempi.Datatype;
import org.purempi.DerivedDatatype;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.StructDatatype;

/**
 * What a datatype consists of, as one-sided calls look at it: elements that are combined each as a
 * whole, basic ones and pairs of a value and an index, in stretches that follow each other.
 *
 * @param kind what all of them are; null if they differ
 * @param stretches where they lie, in the order of the data
 */
record Elements(@Nullable Datatype kind, List<Stretch> stretches) {
  /** {@code n} elements, one extent apart, from {@code at} bytes on. */
  record Stretch(long at, long n, Datatype kind) {
    /** Bytes from its beginning to its end. */
    long span() {
      return (n - 1) * kind.extent() + kind.trueExtent();
    }
  }

  /** The elements of {@code count} times a datatype. */
  static Elements of(long count, Datatype type) {
    List<Stretch> all = new ArrayList<>();
    add(all, 0, count, type.extent(), type);
    Datatype kind = all.isEmpty() ? null : all.getFirst().kind();
    for (Stretch s : all) {
      kind = kind != null && isSame(kind, s.kind()) ? kind : null;
    }
    return new Elements(kind, all);
  }

  /** Whether two kinds of element are the same but for their names. */
  static boolean isSame(Datatype a, Datatype b) {
    return (a instanceof BasicDatatype x && b instanceof BasicDatatype y)
        ? x.kind() == y.kind() && x.width() == y.width()
        : a.equals(b);
  }

  /** Whether a datatype is one element: predefined, in the Standard's words. */
  static boolean isOne(Datatype type) {
    return type instanceof BasicDatatype || isPair(type);
  }

  private static boolean isPair(Datatype type) {
    return type instanceof StructDatatype s
        && (s.envelope().combiner() == Combiner.NAMED
            || s.envelope().combiner() == Combiner.VALUE_INDEX);
  }

  private static void add(List<Stretch> all, long at, long n, long stride, Datatype type) {
    if (n == 0 || type.size() == 0) {
      return;
    }
    if (isOne(type)) {
      if (stride == type.extent()) {
        append(all, at, n, type);
      } else {
        for (long i = 0; i < n; i++) {
          append(all, at + i * stride, 1, type);
        }
      }
      return;
    }
    for (long i = 0; i < n; i++) {
      long origin = at + i * stride;
      ((DerivedDatatype) type)
          .forEachPart(
              (displacement, count, strideBytes, blocklength, part) -> {
                for (long block = 0; block < count; block++) {
                  long first = origin + displacement + block * strideBytes;
                  add(all, first, blocklength, part.extent(), part);
                }
              });
    }
  }

  private static void append(List<Stretch> all, long at, long n, Datatype kind) {
    if (!all.isEmpty()) {
      Stretch last = all.getLast();
      if (isSame(last.kind(), kind) && last.at() + last.n() * kind.extent() == at) {
        all.set(all.size() - 1, new Stretch(last.at(), last.n() + n, kind));
        return;
      }
    }
    all.add(new Stretch(at, n, kind));
  }

  /** What all elements are; refuses a mixture. */
  Datatype requireKind(Datatype type) {
    Datatype only = kind;
    if (only == null) {
      throw new MpiArgumentException(
          ErrorClass.TYPE,
          type + " consists of different elements: updates take elements of one predefined type");
    }
    return only;
  }
}
