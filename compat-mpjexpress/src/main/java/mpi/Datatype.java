package mpi;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.compat.mpjexpress.Nullable;

/**
 * What the elements of a buffer are (MPI 4.1, chapter 5). All elements of one buffer are of one
 * base type, that of its array; displacements, strides and extents count elements of the array.
 */
public abstract class Datatype implements Freeable {
  private static final byte[] NO_DATA = {};

  /** The code of the base type. */
  public int baseType;

  final Base base;
  final org.purempi.Datatype purempi;
  final int size;
  final int lb;
  final int ub;
  final boolean lbSet;
  final boolean ubSet;
  private final @Nullable Blocks blocks;

  /** What {@link #overlaps} says, once it has been asked. */
  private @Nullable Boolean overlaps;

  /** A type without elements. */
  public Datatype() {
    this(Base.NULL, Base.NULL.purempi, 0);
  }

  Datatype(Base base, org.purempi.Datatype purempi, int size) {
    this.base = base;
    this.baseType = base.code();
    this.purempi = purempi;
    this.size = size;
    this.lb = 0;
    this.ub = size;
    this.lbSet = base == Base.LB;
    this.ubSet = base == Base.UB;
    this.blocks = null;
  }

  Datatype(
      Base base,
      org.purempi.Datatype purempi,
      int size,
      int lb,
      int ub,
      Extents extents,
      Blocks blocks) {
    this.base = base;
    this.baseType = base.code();
    this.purempi = purempi;
    this.size = size;
    this.lb = lb;
    this.ub = ub;
    this.lbSet = extents.lbSet;
    this.ubSet = extents.ubSet;
    this.blocks = blocks;
  }

  final long extent() {
    return (long) ub - lb;
  }

  final boolean isOfObjects() {
    return base == Base.OBJECT;
  }

  final Buf buf(@Nullable Object buf, int offset, long count) {
    if (isWithoutBase()) {
      return Buf.of(NO_DATA);
    }
    return base.buf(buf, offset, count, purempi);
  }

  /** Whether it was made of nothing that has a base type: a buffer of it is any array. */
  private boolean isWithoutBase() {
    return base == Base.NULL && blocks != null;
  }

  /** Whether parts of one element lie in the same place: MPI does not receive into such. */
  final boolean overlaps() {
    if (blocks == null || size < 2) {
      return false;
    }
    Boolean known = overlaps;
    if (known == null) {
      known = take(new BitSet(), -purempi.trueLb() / base.width);
      overlaps = known;
    }
    return known;
  }

  /** Takes the places of an element at {@code origin}; whether some were taken. */
  private boolean take(BitSet taken, long origin) {
    boolean[] met = {false};
    Objects.requireNonNull(blocks)
        .forEach(
            (displacement, length, type) -> {
              long from = origin + displacement;
              if (type.blocks == null) {
                met[0] |= take(taken, (int) from, length * type.size);
                return;
              }
              for (int i = 0; i < length; i++) {
                met[0] |= type.take(taken, from + i * type.extent());
              }
            });
    return met[0];
  }

  private static boolean take(BitSet taken, int from, int length) {
    int next = taken.nextSetBit(from);
    taken.set(from, from + length);
    return next >= 0 && next < from + length;
  }

  /** Shows the index of every element that one of this type at {@code origin} has. */
  final void places(long origin, LongConsumer place) {
    if (blocks == null) {
      if (size > 0) {
        place.accept(origin);
      }
      return;
    }
    blocks.forEach(
        (displacement, length, type) -> {
          for (int i = 0; i < length; i++) {
            type.places(origin + displacement + i * type.extent(), place);
          }
        });
  }

  /** The code of the base type. */
  public int getType() {
    return baseType;
  }

  /** Bytes of data in one element of this type; 0 for objects, whose length is not known. */
  public int getByteSize() {
    return isOfObjects() ? 0 : size * base.width;
  }

  /** From one element of this type to the next, in elements of the array. */
  public int Extent() throws MPIException {
    return Math.toIntExact(extent());
  }

  /** Elements of the array that one element of this type has. */
  public int Size() throws MPIException {
    return size;
  }

  /** The lower bound, in elements of the array; may be negative. */
  public int Lb() throws MPIException {
    return lb;
  }

  /** The upper bound, in elements of the array. */
  public int Ub() throws MPIException {
    return ub;
  }

  /** Nothing: types need no preparation. */
  public void Commit() throws MPIException {}

  /** Nothing: kept for programs that call it. */
  @Override
  @SuppressWarnings("removal")
  public void finalize() throws MPIException {}

  /** Nothing: a type that nobody uses any more is forgotten. */
  @Override
  public void free() {}

  /** {@code count} elements one after the other (MPI 4.1, section 5.1.2). */
  public static Datatype Contiguous(int count, Datatype oldtype) throws MPIException {
    return Errors.get(
        () ->
            DerivedType.of(
                "Contiguous",
                oldtype.base,
                org.purempi.Datatype.contiguous(count, oldtype.purempi),
                v -> v.block(0, count, oldtype)));
  }

  /**
   * Equal blocks at equal distances (MPI 4.1, section 5.1.2).
   *
   * @param stride from the start of a block to the start of the next, in extents of {@code oldtype}
   */
  public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype)
      throws MPIException {
    return Errors.get(
        () ->
            vector(
                "Vector",
                org.purempi.Datatype.vector(count, blocklength, stride, oldtype.purempi),
                count,
                blocklength,
                stride * oldtype.extent(),
                oldtype));
  }

  /** As Vector, the stride in elements of the array. */
  public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype)
      throws MPIException {
    long strideBytes = (long) stride * oldtype.base.width;
    return Errors.get(
        () ->
            vector(
                "Hvector",
                org.purempi.Datatype.hvector(count, blocklength, strideBytes, oldtype.purempi),
                count,
                blocklength,
                stride,
                oldtype));
  }

  private static Datatype vector(
      String call,
      org.purempi.Datatype purempi,
      int count,
      int blocklength,
      long stride,
      Datatype oldtype) {
    return DerivedType.of(
        call,
        oldtype.base,
        purempi,
        v -> {
          for (int i = 0; i < count; i++) {
            v.block(i * stride, blocklength, oldtype);
          }
        });
  }

  /**
   * Blocks of any lengths anywhere (MPI 4.1, section 5.1.2).
   *
   * @param displacements where each block begins, in extents of {@code oldtype}
   */
  public static Datatype Indexed(int[] blocklengths, int[] displacements, Datatype oldtype)
      throws MPIException {
    return Errors.get(
        () -> indexed("Indexed", blocklengths, displacements, oldtype.extent(), oldtype));
  }

  /** As Indexed, the displacements in elements of the array. */
  public static Datatype Hindexed(int[] blocklengths, int[] displacements, Datatype oldtype)
      throws MPIException {
    return Errors.get(() -> indexed("Hindexed", blocklengths, displacements, 1, oldtype));
  }

  private static Datatype indexed(
      String call, int[] blocklengths, int[] displacements, long unit, Datatype oldtype) {
    long[] lengths = Arrays.stream(blocklengths).asLongStream().toArray();
    long[] places = Arrays.stream(displacements).mapToLong(d -> d * unit).toArray();
    long[] bytes = Arrays.stream(places).map(p -> p * oldtype.base.width).toArray();
    return DerivedType.of(
        call,
        oldtype.base,
        org.purempi.Datatype.hindexed(lengths, bytes, oldtype.purempi),
        v -> {
          for (int i = 0; i < places.length; i++) {
            v.block(places[i], (int) lengths[i], oldtype);
          }
        });
  }

  /**
   * Blocks of several types anywhere, all of one base type (MPI 4.1, section 5.1.2); {@link MPI#LB}
   * and {@link MPI#UB} set its bounds.
   *
   * @param displacements where each block begins, in elements of the array
   */
  public static Datatype Struct(int[] blocklengths, int[] displacements, Datatype[] types)
      throws MPIException {
    return Errors.get(() -> struct(blocklengths.clone(), displacements.clone(), types.clone()));
  }

  private static Datatype struct(int[] blocklengths, int[] displacements, Datatype[] types) {
    if (blocklengths.length != types.length || displacements.length != types.length) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          "Struct: %d block lengths, %d displacements, %d types: give one of each for every block"
              .formatted(blocklengths.length, displacements.length, types.length));
    }
    int[] data = blocksOfData(types);
    Base base = data.length == 0 ? Base.NULL : types[data[0]].base;
    for (int i : data) {
      if (types[i].base != base) {
        throw new MpiArgumentException(
            ErrorClass.TYPE,
            "Struct: types of "
                + base
                + " and of "
                + types[i].base
                + " cannot be in one: a buffer is an array of one base type");
      }
    }
    long[] lengths = Arrays.stream(data).mapToLong(i -> blocklengths[i]).toArray();
    long[] bytes =
        Arrays.stream(data).mapToLong(i -> (long) displacements[i] * base.width).toArray();
    org.purempi.Datatype[] old =
        Arrays.stream(data).mapToObj(i -> types[i].purempi).toArray(org.purempi.Datatype[]::new);
    return DerivedType.of(
        "Struct",
        base,
        org.purempi.Datatype.struct(lengths, bytes, old),
        v -> {
          for (int i = 0; i < types.length; i++) {
            v.block(displacements[i], blocklengths[i], types[i]);
          }
        });
  }

  private static int[] blocksOfData(Datatype[] types) {
    int[] all = new int[types.length];
    int n = 0;
    for (int i = 0; i < types.length; i++) {
      if (!types[i].base.isMark() && !types[i].isWithoutBase()) {
        all[n++] = i;
      }
    }
    return Arrays.copyOf(all, n);
  }
}
