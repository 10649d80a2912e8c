package org.purempi.abi;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/** How a datatype was made (section 5.1.13), and Fortran's parameterised types (19.1.5). */
final class TypeContents {
  /** The same precision and range give the same handle (section 19.1.5). */
  private static final Map<List<Integer>, Long> FORTRAN = new HashMap<>();

  private TypeContents() {}

  /**
   * The arguments as the function has taken them. One for large counts takes as such all counts and
   * displacements, whatever their values, and as integers what says how many dimensions and the
   * like.
   */
  private static final class Arguments {
    private static final long[] NONE = {};

    final long[] integers;
    final long[] addresses;
    final long[] counts;

    private Arguments(long[] integers, long[] addresses, long[] counts) {
      this.integers = integers;
      this.addresses = addresses;
      this.counts = counts;
    }

    static Arguments of(TypeHandle t) {
      if (!t.isLarge) {
        return new Arguments(t.integers, t.addresses, NONE);
      }
      long[] all = t.integers;
      int before = 0;
      int after = all.length;
      if (t.combiner == Constants.COMBINER_SUBARRAY) {
        before = 1; // the number of dimensions; the order is last
        after = all.length - 1;
      } else if (t.combiner == Constants.COMBINER_DARRAY) {
        before = 3; // size, rank, and the number of dimensions
        after = before + (int) all[2];
      }
      return new Arguments(
          join(Arrays.copyOf(all, before), Arrays.copyOfRange(all, after, all.length)),
          NONE,
          join(Arrays.copyOfRange(all, before, after), t.addresses));
    }

    private static long[] join(long[] first, long[] second) {
      return LongStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
    }
  }

  static void typeGetEnvelope(
      long type, Numbers integers, Numbers addresses, Numbers datatypes, Numbers combiner) {
    TypeHandle t = notLarge(Table.type(type));
    integers.set(t.integers.length);
    addresses.set(t.addresses.length);
    datatypes.set(t.parts.size());
    combiner.set(t.combiner);
  }

  static void typeGetEnvelopeC(
      long type,
      Numbers integers,
      Numbers addresses,
      Numbers counts,
      Numbers datatypes,
      Numbers combiner) {
    TypeHandle t = Table.type(type);
    Arguments all = Arguments.of(t);
    integers.set(all.integers.length);
    addresses.set(all.addresses.length);
    counts.set(all.counts.length);
    datatypes.set(t.parts.size());
    combiner.set(t.combiner);
  }

  private static TypeHandle notLarge(TypeHandle t) {
    if (t.isLarge) {
      throw new MpiArgumentException(
          ErrorClass.TYPE,
          t + " was made by a function for large counts: those that end in _c tell how");
    }
    return t;
  }

  static void typeGetContents(
      long type,
      int maxIntegers,
      int maxAddresses,
      int maxDatatypes,
      Numbers integers,
      Numbers addresses,
      long datatypes) {
    TypeHandle t = notLarge(made(type));
    copy(t.integers, maxIntegers, integers);
    copy(t.addresses, maxAddresses, addresses);
    copy(t.parts, maxDatatypes, datatypes);
  }

  static void typeGetContentsC(
      long type,
      long maxIntegers,
      long maxAddresses,
      long maxCounts,
      long maxDatatypes,
      Numbers integers,
      Numbers addresses,
      Numbers counts,
      long datatypes) {
    TypeHandle t = made(type);
    Arguments all = Arguments.of(t);
    copy(all.integers, maxIntegers, integers);
    copy(all.addresses, maxAddresses, addresses);
    copy(all.counts, maxCounts, counts);
    copy(t.parts, maxDatatypes, datatypes);
  }

  private static TypeHandle made(long type) {
    TypeHandle t = Table.type(type);
    if (t.combiner == Constants.COMBINER_NAMED) {
      throw new MpiArgumentException(
          ErrorClass.TYPE, t + " is a named type: no call made it, so it has no contents");
    }
    return t;
  }

  private static void copy(long[] values, long room, Numbers to) {
    if (room < values.length) {
      throw tooSmall(room, values.length);
    }
    for (int i = 0; i < values.length; i++) {
      to.set(i, values[i]);
    }
  }

  /** The program gets handles of its own, which it frees. */
  private static void copy(List<TypeHandle> parts, long room, long to) {
    if (room < parts.size()) {
      throw tooSmall(room, parts.size());
    }
    for (int i = 0; i < parts.size(); i++) {
      Native.putLong(to + (long) i * Long.BYTES, parts.get(i).handle());
    }
  }

  private static MpiArgumentException tooSmall(long room, int needed) {
    return new MpiArgumentException(
        ErrorClass.ARG, "an array for " + room + " values is too small for " + needed);
  }

  // ---- Fortran

  private static final int FLOAT_DIGITS = 6;
  private static final int FLOAT_RANGE = 37;
  private static final int DOUBLE_DIGITS = 15;
  private static final int DOUBLE_RANGE = 307;
  private static final int QUAD_DIGITS = 33;
  private static final int QUAD_RANGE = 4931;

  static void typeCreateF90Real(int digits, int range, long type) {
    int given = fits(digits, range, Constants.REAL4, Constants.REAL8, Constants.REAL16);
    Native.putLong(type, fortran(Constants.COMBINER_F90_REAL, given, digits, range));
  }

  static void typeCreateF90Complex(int digits, int range, long type) {
    int given = fits(digits, range, Constants.COMPLEX8, Constants.COMPLEX16, Constants.COMPLEX32);
    Native.putLong(type, fortran(Constants.COMBINER_F90_COMPLEX, given, digits, range));
  }

  private static int fits(int digits, int range, int small, int middle, int large) {
    int p = digits == Constants.UNDEFINED ? 0 : digits;
    int r = range == Constants.UNDEFINED ? 0 : range;
    boolean isOpen = digits == Constants.UNDEFINED && range == Constants.UNDEFINED;
    if (isOpen || p > QUAD_DIGITS || r > QUAD_RANGE) {
      throw new MpiArgumentException(
          ErrorClass.ARG, "no real type has " + digits + " digits and range " + range);
    } else if (p <= FLOAT_DIGITS && r <= FLOAT_RANGE) {
      return small;
    }
    return p <= DOUBLE_DIGITS && r <= DOUBLE_RANGE ? middle : large;
  }

  static void typeCreateF90Integer(int range, long type) {
    int given =
        range <= 2
            ? Constants.INTEGER1
            : range <= 4
                ? Constants.INTEGER2
                : range <= 9 ? Constants.INTEGER4 : range <= 18 ? Constants.INTEGER8 : 0;
    if (given == 0) {
      throw new MpiArgumentException(ErrorClass.ARG, "no integer type has range " + range);
    }
    Native.putLong(type, fortran(Constants.COMBINER_F90_INTEGER, given, range));
  }

  private static synchronized long fortran(int combiner, int given, int... parameters) {
    var key = new java.util.ArrayList<Integer>(List.of(combiner));
    long[] integers = new long[parameters.length];
    for (int i = 0; i < parameters.length; i++) {
      key.add(parameters[i]);
      integers[i] = parameters[i];
    }
    return FORTRAN.computeIfAbsent(
        key,
        k -> Table.TYPES.add(new TypeHandle(Table.type(given).type, given, combiner, integers)));
  }
}
