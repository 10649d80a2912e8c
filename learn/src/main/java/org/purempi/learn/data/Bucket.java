package org.purempi.learn.data;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.learn.ElementType;
import org.purempi.learn.Model;
import org.purempi.learn.Parameter;

/**
 * Parameters of one type whose gradients travel together. Where the engine keeps all gradients side
 * by side they stay there, else the bucket has memory of its own.
 */
final class Bucket {
  /** As many numbers as fit into an array. */
  private static final long MOST = Integer.MAX_VALUE - 8;

  private final int first;
  private final List<Parameter> parameters;
  private final ElementType type;
  private final MemorySegment gradient;
  private final boolean isView;

  private Bucket(int first, List<Parameter> parameters, @Nullable MemorySegment view, Arena arena) {
    this.first = first;
    this.parameters = parameters;
    this.type = parameters.getFirst().type();
    this.isView = view != null;
    long bytes = parameters.stream().mapToLong(p -> p.gradient().byteSize()).sum();
    this.gradient = view != null ? view : arena.allocate(bytes, 64);
  }

  /**
   * The buckets of a model, in the order in which a backward pass fills them: the last parameters
   * come first.
   *
   * @param firstBytes how large the first bucket becomes at most: small, for its exchange to begin
   *     early
   * @param bytes how large the others become at most; a larger parameter has one for itself
   */
  static List<Bucket> of(Model model, long firstBytes, long bytes, Arena arena) {
    List<Parameter> all = model.parameters();
    List<Bucket> buckets = new ArrayList<>();
    MemorySegment flat = model.gradients();
    requireWhole("gradients()", flat, all);
    requireWhole("values()", model.values(), all);
    long flatEnd = flat == null ? 0 : flat.byteSize();
    int end = all.size();
    while (end > 0) {
      Parameter last = all.get(end - 1);
      ElementType type = last.type();
      if (last.size() > MOST) {
        throw new IllegalArgumentException(
            "parameter %s has %d numbers, and a bucket takes at most %d"
                .formatted(last.name(), last.size(), MOST));
      }
      long limit = Math.min(buckets.isEmpty() ? firstBytes : bytes, MOST * type.bytes());
      int begin = end;
      long size = 0;
      while (begin > 0 && all.get(begin - 1).type() == type) {
        long more = all.get(begin - 1).gradient().byteSize();
        if (begin < end && size + more > limit) {
          break;
        }
        size += more;
        begin--;
      }
      MemorySegment view = flat == null ? null : flat.asSlice(flatEnd - size, size);
      flatEnd -= size;
      buckets.add(new Bucket(begin, List.copyOf(all.subList(begin, end)), view, arena));
      end = begin;
    }
    return buckets;
  }

  private static void requireWhole(
      String what, @Nullable MemorySegment flat, List<Parameter> parameters) {
    long bytes = parameters.stream().mapToLong(p -> p.values().byteSize()).sum();
    if (flat != null && flat.byteSize() != bytes) {
      throw new IllegalArgumentException(
          "the model's %s has %d bytes, and its parameters together have %d"
              .formatted(what, flat.byteSize(), bytes));
    }
  }

  /** The index of its first parameter in the model; the others follow. */
  int first() {
    return first;
  }

  List<Parameter> parameters() {
    return parameters;
  }

  ElementType type() {
    return type;
  }

  /** What is exchanged: the gradients of all parameters, one after the other. */
  MemorySegment gradient() {
    return gradient;
  }

  /** Takes the gradients, times a factor. */
  void pack(double factor) {
    if (!isView) {
      long at = 0;
      for (Parameter p : parameters) {
        MemorySegment.copy(p.gradient(), 0, gradient, at, p.gradient().byteSize());
        at += p.gradient().byteSize();
      }
    }
    if (factor != 1) {
      scale(gradient, type, factor);
    }
  }

  /** Gives the gradients back to the parameters. */
  void unpack() {
    if (!isView) {
      long at = 0;
      for (Parameter p : parameters) {
        MemorySegment.copy(gradient, at, p.gradient(), 0, p.gradient().byteSize());
        at += p.gradient().byteSize();
      }
    }
  }

  /** Multiplies numbers of a type in place. */
  static void scale(MemorySegment numbers, ElementType type, double factor) {
    int n = Math.toIntExact(numbers.byteSize() / type.bytes());
    float f = (float) factor;
    switch (type) {
      case FLOAT32 -> {
        for (int i = 0; i < n; i++) {
          numbers.setAtIndex(JAVA_FLOAT, i, numbers.getAtIndex(JAVA_FLOAT, i) * f);
        }
      }
      case FLOAT64 -> {
        for (int i = 0; i < n; i++) {
          numbers.setAtIndex(JAVA_DOUBLE, i, numbers.getAtIndex(JAVA_DOUBLE, i) * factor);
        }
      }
      case FLOAT16, BFLOAT16 -> {
        for (int i = 0; i < n; i++) {
          float x = type.widen(numbers.getAtIndex(JAVA_SHORT, i)) * f;
          numbers.setAtIndex(JAVA_SHORT, i, type.narrow(x));
        }
      }
    }
  }

  /** The sum of the squares of numbers of a type. */
  static double squares(MemorySegment numbers, ElementType type) {
    int n = Math.toIntExact(numbers.byteSize() / type.bytes());
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double x =
          switch (type) {
            case FLOAT32 -> numbers.getAtIndex(JAVA_FLOAT, i);
            case FLOAT64 -> numbers.getAtIndex(JAVA_DOUBLE, i);
            case FLOAT16, BFLOAT16 -> type.widen(numbers.getAtIndex(JAVA_SHORT, i));
          };
      sum += x * x;
    }
    return sum;
  }
}
