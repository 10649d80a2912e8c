package org.purempi.abi;

import java.util.List;
import org.purempi.Datatype;

/**
 * A datatype of the program: its layout, how it was made, and what C hangs on it. The same object
 * may have several handles, as those that {@code MPI_Type_get_contents} gives.
 */
final class TypeHandle {
  final Datatype type;
  final int combiner;

  /** Whether a function for large counts has made it. */
  final boolean isLarge;

  final long[] integers;
  final long[] addresses;
  final List<TypeHandle> parts;
  final Attributes attributes = new Attributes(Keyvals.Holder.TYPE);

  /** Its number, for those of the Standard; 0 for others. */
  final int given;

  /** Where the program has made it, for the checker; empty if that is off. */
  volatile String place = "";

  volatile boolean isCommitted;
  volatile String name = "";

  /** One of the Standard. */
  TypeHandle(Datatype type, int given, int combiner, long... integers) {
    this.type = type;
    this.given = given;
    this.combiner = combiner;
    this.isLarge = false;
    this.integers = integers;
    this.addresses = new long[0];
    this.parts = List.of();
    this.name = Constants.nameDatatype(given);
    this.isCommitted = true;
  }

  /** One that the program has made. */
  TypeHandle(
      Datatype type,
      int combiner,
      boolean isLarge,
      long[] integers,
      long[] addresses,
      List<TypeHandle> parts) {
    this.type = type;
    this.given = 0;
    this.combiner = combiner;
    this.isLarge = isLarge;
    this.integers = integers;
    this.addresses = addresses;
    this.parts = parts;
  }

  /** A handle of it for the program: the Standard's, or another one. */
  long handle() {
    return given != 0 ? given : Table.TYPES.add(this);
  }

  @Override
  public String toString() {
    return name.isEmpty() ? type.name() : name;
  }
}
