package mpi;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/** What the elements of a buffer are (chapter 5). */
public final class Datatype implements Freeable, Cloneable {
  private final boolean predefined;
  private final Base base;
  private final Map<Keyvals.Key, Keyvals.Value> attributes = new ConcurrentHashMap<>();
  private org.purempi.@Nullable Datatype core;
  private boolean committed;
  private String name;

  private Datatype(
      org.purempi.@Nullable Datatype core, Base base, boolean predefined, String name) {
    this.core = core;
    this.base = base;
    this.predefined = predefined;
    this.committed = predefined;
    this.name = name;
  }

  /** One of the Standard's types; null for {@code MPI_DATATYPE_NULL}. */
  static Datatype predefined(org.purempi.@Nullable Datatype core, Base base, String name) {
    return new Datatype(core, base, true, name);
  }

  private static Datatype derived(Base base, Supplier<org.purempi.Datatype> made)
      throws MPIException {
    return new Datatype(Failures.get(made), base, false, "");
  }

  /** The type, for a call that moves data. */
  org.purempi.Datatype committed(Communicator c) throws MPIException {
    try {
      return committed();
    } catch (MpiArgumentException e) {
      throw Failures.at(c, e);
    }
  }

  /** The type, for a call that moves data; its error has passed no handler. */
  org.purempi.Datatype committed() {
    org.purempi.Datatype t = core;
    if (t == null || !committed) {
      throw new MpiArgumentException(
          ErrorClass.TYPE,
          t == null ? NULL : t + ": call its commit() before data is moved with it");
    }
    return t;
  }

  private static final String NULL = "the datatype is DATATYPE_NULL or has been freed";

  /** The type, for a call that asks about it. */
  org.purempi.Datatype core() throws MPIException {
    org.purempi.Datatype t = core;
    if (t == null) {
      throw new MPIException(ErrorClass.TYPE, NULL);
    }
    return t;
  }

  org.purempi.@Nullable Datatype coreOrNull() {
    return core;
  }

  Base base() {
    return base;
  }

  /** Whether it is one of the Standard's. */
  boolean predefined() {
    return predefined;
  }

  /** A number of bytes as this API gives it: in elements of a buffer of the base type. */
  private int elements(long bytes) {
    return fitting(bytes / base.bytes);
  }

  private static int fitting(long n) {
    return n == (int) n ? (int) n : MPI.UNDEFINED;
  }

  /** Bytes from one element to the next. */
  int extentBytes() throws MPIException {
    return fitting(core().extent());
  }

  /** The lower bound, in elements of a buffer ({@code MPI_Type_get_extent}). */
  public int getLb() throws MPIException {
    return elements(core().lb());
  }

  /**
   * From one element of the type to the next, in elements of a buffer: 1 for {@link MPI#INT}, bytes
   * for structs and pairs ({@code MPI_Type_get_extent}).
   */
  public int getExtent() throws MPIException {
    return elements(core().extent());
  }

  /** Where the data begins, in elements of a buffer ({@code MPI_Type_get_true_extent}). */
  public int getTrueLb() throws MPIException {
    return elements(core().trueLb());
  }

  /**
   * From the first to the last of the data, in elements of a buffer ({@code
   * MPI_Type_get_true_extent}).
   */
  public int getTrueExtent() throws MPIException {
    return elements(core().trueExtent());
  }

  /** The data, in elements of a buffer ({@code MPI_Type_size}). */
  public int getSize() throws MPIException {
    return elements(core().size());
  }

  /** Makes the type fit for communication ({@code MPI_Type_commit}). */
  public void commit() throws MPIException {
    core();
    committed = true;
  }

  /**
   * Gives the type up; those made of it stay ({@code MPI_Type_free}). Nothing happens if it is
   * null.
   */
  @Override
  public void free() throws MPIException {
    if (isNull()) {
      return;
    }
    if (predefined) {
      throw new MPIException(ErrorClass.TYPE, name + " is predefined: it cannot be freed");
    }
    core = null;
    attributes.keySet().forEach(Keyvals.Key::unused);
    attributes.clear();
  }

  /** Whether it is {@code MPI_DATATYPE_NULL}, or has been freed. */
  public boolean isNull() {
    return core == null;
  }

  /** As {@link #dup}, without a checked exception. */
  @Override
  public Datatype clone() {
    try {
      return dup();
    } catch (MPIException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** An equal type, with the same attributes ({@code MPI_Type_dup}). */
  public Datatype dup() throws MPIException {
    org.purempi.Datatype t = core();
    Datatype copy = derived(base, t::dup);
    copy.committed = committed;
    attributes.forEach(copy::put);
    return copy;
  }

  /** {@code count} elements one after the other ({@code MPI_Type_contiguous}). */
  public static Datatype createContiguous(int count, Datatype oldType) throws MPIException {
    org.purempi.Datatype old = oldType.core();
    return derived(oldType.base, () -> org.purempi.Datatype.contiguous(count, old));
  }

  /** Equal blocks, {@code stride} elements apart ({@code MPI_Type_vector}). */
  public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType)
      throws MPIException {
    org.purempi.Datatype old = oldType.core();
    return derived(
        oldType.base, () -> org.purempi.Datatype.vector(count, blockLength, stride, old));
  }

  /** Equal blocks, {@code stride} bytes apart ({@code MPI_Type_create_hvector}). */
  public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType)
      throws MPIException {
    org.purempi.Datatype old = oldType.core();
    return derived(
        oldType.base, () -> org.purempi.Datatype.hvector(count, blockLength, stride, old));
  }

  /** Blocks anywhere, placed in elements ({@code MPI_Type_indexed}). */
  public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
      throws MPIException {
    org.purempi.Datatype old = oldType.core();
    int[] places = First.of(blockLengths.length, displacements);
    return derived(oldType.base, () -> org.purempi.Datatype.indexed(blockLengths, places, old));
  }

  /** Blocks anywhere, placed in bytes ({@code MPI_Type_create_hindexed}). */
  public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
      throws MPIException {
    org.purempi.Datatype old = oldType.core();
    long[] lengths = widened(blockLengths);
    long[] places = widened(First.of(blockLengths.length, displacements));
    return derived(oldType.base, () -> org.purempi.Datatype.hindexed(lengths, places, old));
  }

  /** Blocks of any types anywhere, placed in bytes ({@code MPI_Type_create_struct}). */
  public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types)
      throws MPIException {
    var old = new org.purempi.Datatype[Math.min(blockLengths.length, types.length)];
    for (int i = 0; i < old.length; i++) {
      old[i] = types[i].core();
    }
    long[] lengths = widened(blockLengths);
    long[] places = widened(First.of(blockLengths.length, displacements));
    return derived(Base.BYTE, () -> org.purempi.Datatype.struct(lengths, places, old));
  }

  /** The same data between other bounds, in bytes ({@code MPI_Type_create_resized}). */
  public static Datatype createResized(Datatype oldType, int lb, int extent) throws MPIException {
    org.purempi.Datatype old = oldType.core();
    return derived(oldType.base, () -> org.purempi.Datatype.resized(old, lb, extent));
  }

  private static long[] widened(int[] a) {
    long[] wide = new long[a.length];
    for (int i = 0; i < a.length; i++) {
      wide[i] = a[i];
    }
    return wide;
  }

  /** Gives it a name ({@code MPI_Type_set_name}). */
  public void setName(String name) throws MPIException {
    core();
    this.name = name;
  }

  /** Its name; empty if it has none ({@code MPI_Type_get_name}). */
  public String getName() throws MPIException {
    core();
    return name;
  }

  /** A key for attributes of datatypes ({@code MPI_Type_create_keyval}). */
  public static int createKeyval() throws MPIException {
    return Keyvals.create(Keyvals.Kind.DATATYPE);
  }

  /**
   * Gives a key up ({@code MPI_Type_free_keyval}); attributes that are set by it can still be got
   * and deleted.
   */
  public static void freeKeyval(int keyval) throws MPIException {
    Keyvals.free(Keyvals.Kind.DATATYPE, keyval);
  }

  /** Sets an attribute ({@code MPI_Type_set_attr}). */
  public void setAttr(int keyval, @Nullable Object value) throws MPIException {
    core();
    put(Failures.get(() -> Keyvals.valid(Keyvals.Kind.DATATYPE, keyval)), new Keyvals.Value(value));
  }

  private void put(Keyvals.Key key, Keyvals.Value value) {
    if (attributes.put(key, value) == null) {
      key.used();
    }
  }

  /** The value of an attribute; null if it is not set ({@code MPI_Type_get_attr}). */
  public @Nullable Object getAttr(int keyval) throws MPIException {
    core();
    Keyvals.Value value = attributes.get(known(keyval));
    return value == null ? null : value.object();
  }

  /** Deletes an attribute ({@code MPI_Type_delete_attr}). */
  public void deleteAttr(int keyval) throws MPIException {
    core();
    Keyvals.Key key = known(keyval);
    if (attributes.remove(key) == null) {
      throw new MPIException(ErrorClass.KEYVAL, "attribute " + keyval + " is not set here");
    }
    key.unused();
  }

  private static Keyvals.Key known(int keyval) throws MPIException {
    return Failures.get(() -> Keyvals.known(Keyvals.Kind.DATATYPE, keyval));
  }
}
