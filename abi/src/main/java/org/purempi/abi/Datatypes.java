package org.purempi.abi;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.ArrayOrder;
import org.purempi.Datatype;
import org.purempi.Distribution;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.StructDatatype;
import org.purempi.check.Check;
import org.purempi.check.Mistake;

/** Derived datatypes are made (section 5.1), and what they are like. */
final class Datatypes {
  private static final long[] NONE = {};

  private Datatypes() {}

  /** Stores the handle of a new datatype with the arguments that have made it. */
  private static void put(
      long address,
      Datatype type,
      int combiner,
      boolean isLarge,
      long[] integers,
      long[] addresses,
      List<TypeHandle> parts) {
    put(address, new TypeHandle(type, combiner, isLarge, integers, addresses, parts));
  }

  private static void put(long address, TypeHandle made) {
    Native.putLong(address, Table.TYPES.add(made));
    if (Check.ON) {
      made.place = Check.place();
    }
  }

  /** The program ends MPI: tells which datatypes it has not freed. */
  static void tellOfLeaks(int rank) {
    Table.TYPES.forEach(
        type -> {
          if (!type.place.isEmpty()) {
            Check.report(
                Mistake.DATATYPE_NOT_FREED,
                rank,
                type.place,
                "the datatype " + type + " was not freed");
          }
        });
  }

  private static long[] join(long first, long[]... rest) {
    int length = 1;
    for (long[] part : rest) {
      length += part.length;
    }
    long[] all = new long[length];
    all[0] = first;
    int at = 1;
    for (long[] part : rest) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  static void typeContiguous(long count, long oldtype, long newtype) {
    typeContiguous(count, oldtype, newtype, false);
  }

  static void typeContiguousC(long count, long oldtype, long newtype) {
    typeContiguous(count, oldtype, newtype, true);
  }

  private static void typeContiguous(long count, long oldtype, long newtype, boolean isLarge) {
    TypeHandle old = Table.type(oldtype);
    put(
        newtype,
        Datatype.contiguous(count, old.type),
        Constants.COMBINER_CONTIGUOUS,
        isLarge,
        join(count),
        NONE,
        List.of(old));
  }

  static void typeVector(long count, long blocklength, long stride, long oldtype, long newtype) {
    typeVector(count, blocklength, stride, oldtype, newtype, false);
  }

  static void typeVectorC(long count, long blocklength, long stride, long oldtype, long newtype) {
    typeVector(count, blocklength, stride, oldtype, newtype, true);
  }

  private static void typeVector(
      long count, long blocklength, long stride, long oldtype, long newtype, boolean isLarge) {
    TypeHandle old = Table.type(oldtype);
    put(
        newtype,
        Datatype.vector(count, blocklength, stride, old.type),
        Constants.COMBINER_VECTOR,
        isLarge,
        new long[] {count, blocklength, stride},
        NONE,
        List.of(old));
  }

  static void typeCreateHvector(
      long count, long blocklength, long stride, long oldtype, long newtype) {
    typeCreateHvector(count, blocklength, stride, oldtype, newtype, false);
  }

  static void typeCreateHvectorC(
      long count, long blocklength, long stride, long oldtype, long newtype) {
    typeCreateHvector(count, blocklength, stride, oldtype, newtype, true);
  }

  private static void typeCreateHvector(
      long count, long blocklength, long stride, long oldtype, long newtype, boolean isLarge) {
    TypeHandle old = Table.type(oldtype);
    put(
        newtype,
        Datatype.hvector(count, blocklength, stride, old.type),
        Constants.COMBINER_HVECTOR,
        isLarge,
        new long[] {count, blocklength},
        new long[] {stride},
        List.of(old));
  }

  static void typeIndexed(
      long count, Numbers blocklengths, Numbers displs, long oldtype, long newtype) {
    TypeHandle old = Table.type(oldtype);
    long[] lengths = blocklengths.toLongs(count(count));
    long[] places = displs.toLongs(count);
    put(
        newtype,
        Datatype.indexed(lengths, places, old.type),
        Constants.COMBINER_INDEXED,
        displs.isLong(),
        join(count, lengths, places),
        NONE,
        List.of(old));
  }

  static void typeCreateHindexed(
      long count, Numbers blocklengths, Numbers displs, long oldtype, long newtype) {
    TypeHandle old = Table.type(oldtype);
    long[] lengths = blocklengths.toLongs(count(count));
    long[] places = displs.toLongs(count);
    put(
        newtype,
        Datatype.hindexed(lengths, places, old.type),
        Constants.COMBINER_HINDEXED,
        blocklengths.isLong(),
        join(count, lengths),
        places,
        List.of(old));
  }

  static void typeCreateIndexedBlock(
      long count, long blocklength, Numbers displs, long oldtype, long newtype) {
    TypeHandle old = Table.type(oldtype);
    long[] places = displs.toLongs(count(count));
    put(
        newtype,
        Datatype.indexedBlock(blocklength, places, old.type),
        Constants.COMBINER_INDEXED_BLOCK,
        displs.isLong(),
        join(count, new long[] {blocklength}, places),
        NONE,
        List.of(old));
  }

  static void typeCreateHindexedBlock(
      long count, long blocklength, Numbers displs, long oldtype, long newtype) {
    typeCreateHindexedBlock(count, blocklength, displs, oldtype, newtype, false);
  }

  static void typeCreateHindexedBlockC(
      long count, long blocklength, Numbers displs, long oldtype, long newtype) {
    typeCreateHindexedBlock(count, blocklength, displs, oldtype, newtype, true);
  }

  private static void typeCreateHindexedBlock(
      long count, long blocklength, Numbers displs, long oldtype, long newtype, boolean isLarge) {
    TypeHandle old = Table.type(oldtype);
    long[] places = displs.toLongs(count(count));
    put(
        newtype,
        Datatype.hindexedBlock(blocklength, places, old.type),
        Constants.COMBINER_HINDEXED_BLOCK,
        isLarge,
        new long[] {count, blocklength},
        places,
        List.of(old));
  }

  static void typeCreateStruct(
      long count, Numbers blocklengths, Numbers displs, long types, long newtype) {
    long[] lengths = blocklengths.toLongs(count(count));
    long[] places = displs.toLongs(count);
    var parts = new ArrayList<TypeHandle>();
    for (long part : Numbers.longs(types).toLongs(count)) {
      parts.add(Table.type(part));
    }
    Datatype[] basics = parts.stream().map(p -> p.type).toArray(Datatype[]::new);
    put(
        newtype,
        Datatype.struct(lengths, places, basics),
        Constants.COMBINER_STRUCT,
        blocklengths.isLong(),
        join(count, lengths),
        places,
        List.copyOf(parts));
  }

  static void typeCreateSubarray(
      int ndims,
      Numbers sizes,
      Numbers subsizes,
      Numbers starts,
      int order,
      long oldtype,
      long newtype) {
    TypeHandle old = Table.type(oldtype);
    long[] all = sizes.toLongs(count(ndims));
    long[] part = subsizes.toLongs(ndims);
    long[] from = starts.toLongs(ndims);
    put(
        newtype,
        Datatype.subarray(all, part, from, order(order), old.type),
        Constants.COMBINER_SUBARRAY,
        sizes.isLong(),
        join(ndims, all, part, from, new long[] {order}),
        NONE,
        List.of(old));
  }

  static void typeCreateDarray(
      int size,
      int rank,
      int ndims,
      Numbers gsizes,
      Numbers distribs,
      Numbers dargs,
      Numbers psizes,
      int order,
      long oldtype,
      long newtype) {
    TypeHandle old = Table.type(oldtype);
    long[] global = gsizes.toLongs(count(ndims));
    int[] kinds = distribs.toInts(ndims);
    int[] args = dargs.toInts(ndims);
    int[] grid = psizes.toInts(ndims);
    var distributions = new Distribution[ndims];
    int[] blocks = args.clone();
    for (int i = 0; i < ndims; i++) {
      distributions[i] = distribution(kinds[i]);
      blocks[i] = args[i] == Constants.DISTRIBUTE_DFLT_DARG ? Distribution.DFLT_DARG : args[i];
    }
    put(
        newtype,
        Datatype.darray(size, rank, global, distributions, blocks, grid, order(order), old.type),
        Constants.COMBINER_DARRAY,
        gsizes.isLong(),
        join(
            size,
            new long[] {rank, ndims},
            global,
            distribs.toLongs(ndims),
            dargs.toLongs(ndims),
            psizes.toLongs(ndims),
            new long[] {order}),
        NONE,
        List.of(old));
  }

  private static long count(long count) {
    if (count < 0) {
      throw new MpiArgumentException(ErrorClass.COUNT, "a count is " + count);
    }
    return count;
  }

  private static ArrayOrder order(int order) {
    return switch (order) {
      case Constants.ORDER_C -> ArrayOrder.C;
      case Constants.ORDER_FORTRAN -> ArrayOrder.FORTRAN;
      default -> throw new MpiArgumentException(ErrorClass.ARG, "there is no order " + order);
    };
  }

  private static Distribution distribution(int kind) {
    return switch (kind) {
      case Constants.DISTRIBUTE_NONE -> Distribution.NONE;
      case Constants.DISTRIBUTE_BLOCK -> Distribution.BLOCK;
      case Constants.DISTRIBUTE_CYCLIC -> Distribution.CYCLIC;
      default -> throw new MpiArgumentException(ErrorClass.ARG, "there is no distribution " + kind);
    };
  }

  static void typeCreateResized(long oldtype, long lb, long extent, long newtype) {
    typeCreateResized(oldtype, lb, extent, newtype, false);
  }

  static void typeCreateResizedC(long oldtype, long lb, long extent, long newtype) {
    typeCreateResized(oldtype, lb, extent, newtype, true);
  }

  private static void typeCreateResized(
      long oldtype, long lb, long extent, long newtype, boolean isLarge) {
    TypeHandle old = Table.type(oldtype);
    put(
        newtype,
        Datatype.resized(old.type, lb, extent),
        Constants.COMBINER_RESIZED,
        isLarge,
        NONE,
        new long[] {lb, extent},
        List.of(old));
  }

  static void typeDup(long oldtype, long newtype) {
    TypeHandle old = Table.type(oldtype);
    var made =
        new TypeHandle(old.type.dup(), Constants.COMBINER_DUP, false, NONE, NONE, List.of(old));
    made.isCommitted = old.isCommitted;
    try {
      made.attributes.take(old.attributes.copied(oldtype));
    } catch (Raise.Coded e) {
      Native.putLong(newtype, Constants.DATATYPE_NULL);
      throw e;
    }
    put(newtype, made);
  }

  // ---- the life of a handle

  static void typeCommit(long type) {
    Table.type(Native.getLong(type)).isCommitted = true;
  }

  static void typeFree(long type) {
    long handle = Native.getLong(type);
    TypeHandle t = Table.type(handle);
    if (Handles.isGiven(handle) || t.given != 0) {
      throw new MpiArgumentException(ErrorClass.TYPE, t + " is predefined: it cannot be freed");
    }
    t.attributes.deleteAll(handle);
    t.place = "";
    Table.TYPES.remove(handle);
    Native.putLong(type, Constants.DATATYPE_NULL);
  }

  // ---- what it is like

  static void typeSize(long type, Numbers size) {
    size.set(Table.type(type).type.size());
  }

  static void typeGetExtent(long type, Numbers lb, Numbers extent) {
    Datatype t = Table.type(type).type;
    lb.set(t.lb());
    extent.set(t.extent());
  }

  static void typeGetTrueExtent(long type, Numbers lb, Numbers extent) {
    Datatype t = Table.type(type).type;
    lb.set(t.trueLb());
    extent.set(t.trueExtent());
  }

  static void getAddress(long location, Numbers address) {
    address.set(location);
  }

  /** The Standard's datatype of a class and size (section 19.1.5). */
  static void typeMatchSize(int typeclass, int size, long type) {
    int found =
        switch (typeclass) {
          case Constants.TYPECLASS_INTEGER ->
              switch (size) {
                case 1 -> Constants.INTEGER1;
                case 2 -> Constants.INTEGER2;
                case 4 -> Constants.INTEGER4;
                case 8 -> Constants.INTEGER8;
                default -> 0;
              };
          case Constants.TYPECLASS_REAL ->
              switch (size) {
                case 4 -> Constants.REAL4;
                case 8 -> Constants.REAL8;
                case 16 -> Constants.REAL16;
                default -> 0;
              };
          case Constants.TYPECLASS_COMPLEX ->
              switch (size) {
                case 8 -> Constants.COMPLEX8;
                case 16 -> Constants.COMPLEX16;
                case 32 -> Constants.COMPLEX32;
                default -> 0;
              };
          default -> 0;
        };
    if (found == 0) {
      throw new MpiArgumentException(
          ErrorClass.ARG, "there is no type of class " + typeclass + " with " + size + " bytes");
    }
    Native.putLong(type, found);
  }

  /** A pair of a value and an index; the null handle if there is none (section 5.1.15). */
  static void typeGetValueIndex(long valueType, long indexType, long pair) {
    TypeHandle value = Table.type(valueType);
    TypeHandle index = Table.type(indexType);
    for (int given = Constants.FLOAT_INT; given <= Constants._2INTEGER; given++) {
      TypeHandle known = Table.TYPES.find(given);
      if (known != null && known.type instanceof StructDatatype s && isPair(s, value, index)) {
        Native.putLong(pair, given);
        return;
      }
    }
    @Nullable StructDatatype made = Datatype.getValueIndex(value.type, index.type);
    if (made == null) {
      Native.putLong(pair, Constants.DATATYPE_NULL);
      return;
    }
    var handle =
        new TypeHandle(
            made, Constants.COMBINER_VALUE_INDEX, false, NONE, NONE, List.of(value, index));
    handle.isCommitted = true;
    Native.putLong(pair, Table.TYPES.add(handle));
  }

  private static boolean isPair(StructDatatype pair, TypeHandle value, TypeHandle index) {
    return pair.blocks().get(0).type().equals(value.type)
        && pair.blocks().get(1).type().equals(index.type);
  }
}
