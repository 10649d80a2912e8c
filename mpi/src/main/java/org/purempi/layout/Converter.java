package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import org.purempi.BasicDatatype;
import org.purempi.Datatype;
import org.purempi.DerivedDatatype;

/** What the representation of data in files is made with. */
public final class Converter {
  private Converter() {}

  /** Is shown the basic elements of packed data. */
  @FunctionalInterface
  public interface Basics {
    /** {@code count} elements that lie from byte {@code at} of the packed data on. */
    void elements(long at, BasicDatatype type, long count);
  }

  /** Converts packed elements between this machine's representation and external32, in place. */
  public static void external32(
      Datatype type, long count, MemorySegment packed, boolean isOutwards) {
    External32.swap(type, count, packed, isOutwards);
  }

  /** Shows what {@code count} elements consist of, in the order of the data. */
  public static void forEachBasic(Datatype type, long count, Basics basics) {
    walk(type, count, 0, basics);
  }

  private static long walk(Datatype type, long count, long at, Basics basics) {
    if (type instanceof BasicDatatype basic) {
      basics.elements(at, basic, count);
      return at + count * basic.size();
    }
    long[] place = {at};
    for (long i = 0; i < count && type.size() > 0; i++) {
      ((DerivedDatatype) type)
          .forEachPart(
              (displacement, n, stride, blocklength, part) ->
                  place[0] = walk(part, n * blocklength, place[0], basics));
    }
    return place[0];
  }
}
