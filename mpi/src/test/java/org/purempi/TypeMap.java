package org.purempi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;

/**
 * The naive oracle of datatypes: writes down every basic element of a type map, one by one, as the
 * formulas of section 5.1 define it, from nothing but the contents of the type.
 */
public final class TypeMap {
  /** A basic element and where it lies. */
  public record Entry(long displacement, BasicDatatype type) {}

  private TypeMap() {}

  /** The type map of one element. */
  public static List<Entry> of(Datatype type) {
    List<Entry> map = new ArrayList<>();
    add(map, type, 0);
    return map;
  }

  /** The offset in memory of every byte of a buffer's message, in order. */
  public static List<Long> offsets(Buf buf) {
    List<Long> all = new ArrayList<>();
    eachOffset(buf, all::add);
    return all;
  }

  /** Tells the offset in memory of every byte of a buffer's message, in order. */
  public static void eachOffset(Buf buf, LongConsumer offset) {
    Entry[] map = of(buf.datatype()).toArray(Entry[]::new);
    for (long i = 0; i < buf.count(); i++) {
      long origin = buf.offsetBytes() + i * buf.datatype().extent();
      for (Entry e : map) {
        for (int k = 0; k < e.type().width(); k++) {
          offset.accept(origin + e.displacement() + k);
        }
      }
    }
  }

  private static void add(List<Entry> map, Datatype type, long at) {
    if (type instanceof BasicDatatype b) {
      map.add(new Entry(at, b));
    } else if (type.envelope().combiner() == Combiner.NAMED) {
      for (StructDatatype.Block b : ((StructDatatype) type).blocks()) {
        add(map, b.type(), at + b.displacement());
      }
    } else {
      add(map, type.contents(), type, at);
    }
  }

  private static void repeat(List<Entry> map, long n, LongUnaryOperator where, Datatype type) {
    for (long i = 0; i < n; i++) {
      add(map, type, where.applyAsLong(i));
    }
  }

  private static void add(List<Entry> map, Contents contents, Datatype whole, long at) {
    long[] c = contents.counts();
    Datatype old = contents.datatypes().isEmpty() ? whole : contents.datatypes().getFirst();
    long extent = old.extent();
    switch (contents.combiner()) {
      case NAMED -> throw new AssertionError();
      case DUP, RESIZED -> add(map, old, at);
      case CONTIGUOUS -> repeat(map, c[0], i -> at + i * extent, old);
      case VECTOR, HVECTOR -> {
        long unit = contents.combiner() == Combiner.VECTOR ? extent : 1;
        for (long b = 0; b < c[0]; b++) {
          long block = at + b * c[2] * unit;
          repeat(map, c[1], i -> block + i * extent, old);
        }
      }
      case INDEXED, HINDEXED -> {
        int n = (int) c[0];
        long unit = contents.combiner() == Combiner.INDEXED ? extent : 1;
        for (int b = 0; b < n; b++) {
          long block = at + c[1 + n + b] * unit;
          repeat(map, c[1 + b], i -> block + i * extent, old);
        }
      }
      case INDEXED_BLOCK, HINDEXED_BLOCK -> {
        long unit = contents.combiner() == Combiner.INDEXED_BLOCK ? extent : 1;
        for (int b = 0; b < c[0]; b++) {
          long block = at + c[2 + b] * unit;
          repeat(map, c[1], i -> block + i * extent, old);
        }
      }
      case STRUCT -> {
        int n = (int) c[0];
        for (int b = 0; b < n; b++) {
          Datatype type = contents.datatypes().get(b);
          long block = at + c[1 + n + b];
          repeat(map, c[1 + b], i -> block + i * type.extent(), type);
        }
      }
      case VALUE_INDEX -> {
        Datatype index = contents.datatypes().get(1);
        add(map, old, at);
        add(map, index, at + Math.max(old.size(), index.size()));
      }
      case SUBARRAY -> subarray(map, contents, at);
      case DARRAY -> darray(map, contents, at);
    }
  }

  private static void subarray(List<Entry> map, Contents contents, long at) {
    int dims = contents.integers()[0];
    long[] c = contents.counts();
    long[] sizes = Arrays.copyOf(c, dims);
    eachElement(
        sizes,
        ArrayOrder.of(contents.integers()[1]),
        (index, number) -> {
          for (int d = 0; d < dims; d++) {
            if (index[d] < c[2 * dims + d] || index[d] >= c[2 * dims + d] + c[dims + d]) {
              return;
            }
          }
          Datatype type = contents.datatypes().getFirst();
          add(map, type, at + number * type.extent());
        });
  }

  private static void darray(List<Entry> map, Contents contents, long at) {
    int[] ints = contents.integers();
    int rank = ints[1];
    int dims = ints[2];
    long[] sizes = contents.counts();
    eachElement(
        sizes,
        ArrayOrder.of(ints[3 + 3 * dims]),
        (index, number) -> {
          int owner = 0;
          for (int d = 0; d < dims; d++) {
            Distribution how = Distribution.of(ints[3 + d]);
            long darg = ints[3 + dims + d];
            int ranks = ints[3 + 2 * dims + d];
            long block =
                switch (how) {
                  case NONE -> sizes[d];
                  case BLOCK -> darg > 0 ? darg : (sizes[d] + ranks - 1) / ranks;
                  case CYCLIC -> darg > 0 ? darg : 1;
                };
            owner = owner * ranks + (int) (index[d] / block % ranks);
          }
          if (owner == rank) {
            Datatype type = contents.datatypes().getFirst();
            add(map, type, at + number * type.extent());
          }
        });
  }

  private interface IndexVisitor {
    void element(long[] index, long number);
  }

  /** Every index of an array, in the order in which its elements lie in memory. */
  private static void eachElement(long[] sizes, ArrayOrder order, IndexVisitor visitor) {
    long total = 1;
    for (long s : sizes) {
      total *= s;
    }
    for (long number = 0; number < total; number++) {
      long[] index = new long[sizes.length];
      long rest = number;
      for (int i = 0; i < sizes.length; i++) {
        int d = order == ArrayOrder.FORTRAN ? i : sizes.length - 1 - i;
        index[d] = rest % sizes[d];
        rest /= sizes[d];
      }
      visitor.element(index, number);
    }
  }
}
