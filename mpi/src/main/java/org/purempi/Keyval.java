package org.purempi;

import java.util.Optional;

/**
 * The key of an attribute (section 7.7); the predefined ones are constants here (section 9.1.2),
 * one's own come from {@link Communicator#createKeyval}. A key is itself and no other; it needs no
 * free, attributes keep theirs alive.
 *
 * @param <T> the class of the values
 */
public final class Keyval<T> {
  /** The largest tag. */
  public static final Keyval<Integer> TAG_UB = new Keyval<>("TAG_UB", Integer.class);

  /** Whether clocks of all ranks are synchronised. */
  public static final Keyval<Boolean> WTIME_IS_GLOBAL =
      new Keyval<>("WTIME_IS_GLOBAL", Boolean.class);

  /** The number of this rank's program among those on mpiexec's command line. */
  public static final Keyval<Integer> APPNUM = new Keyval<>("APPNUM", Integer.class);

  /** How many processes can usefully run. */
  public static final Keyval<Integer> UNIVERSE_SIZE = new Keyval<>("UNIVERSE_SIZE", Integer.class);

  /** A rank that can do Java's usual input and output: all can. */
  public static final Keyval<Integer> IO = new Keyval<>("IO", Integer.class);

  /** The largest error code in use ({@link Mpi#addErrorCode}). */
  public static final Keyval<Integer> LASTUSEDCODE = new Keyval<>("LASTUSEDCODE", Integer.class);

  /**
   * What becomes of an attribute when the object that has it is duplicated.
   *
   * @param <H> what has attributes: a communicator or a window
   * @param <T> the class of the values
   */
  @FunctionalInterface
  public interface Copy<H, T> {
    /** The duplicate's value; empty if it gets none. What it throws makes the duplication fail. */
    Optional<T> copy(H holder, T value);
  }

  /**
   * Is told that an attribute goes away: deleted, replaced, or its object is closed.
   *
   * @param <H> what has attributes: a communicator or a window
   * @param <T> the class of the values
   */
  @FunctionalInterface
  public interface Delete<H, T> {
    /** Called before the attribute is gone; what it throws makes the call fail. */
    void delete(H holder, T value);
  }

  private final String name;
  private final Class<?> holders;
  private final Class<T> type;
  private final boolean predefined;
  private final Copy<Object, T> copy;
  private final Delete<Object, T> delete;

  private Keyval(String name, Class<T> type) {
    this.name = name;
    this.holders = Communicator.class;
    this.type = type;
    this.predefined = true;
    this.copy = (holder, value) -> Optional.empty();
    this.delete = (holder, value) -> {};
  }

  /** A key for attributes of objects of one class, which the callbacks are given. */
  <H> Keyval(
      Class<H> holders, Class<T> type, Copy<? super H, T> copy, Delete<? super H, T> delete) {
    this.name = "keyval of " + type.getName();
    this.holders = holders;
    this.type = type;
    this.predefined = false;
    this.copy = (holder, value) -> copy.copy(holders.cast(holder), value);
    this.delete = (holder, value) -> delete.delete(holders.cast(holder), value);
  }

  /** Its name, without {@code MPI_}. */
  public String name() {
    return name;
  }

  /** The class of the values. */
  public Class<T> type() {
    return type;
  }

  /** Whether it is one of the Standard's, whose values cannot be set. */
  public boolean predefined() {
    return predefined;
  }

  /** For the library: whether an object may have such attributes. */
  public boolean suits(Object holder) {
    return holders.isInstance(holder);
  }

  /** For the library: calls the copy callback. */
  public Optional<T> copy(Object holder, Object value) {
    return copy.copy(holder, type.cast(value));
  }

  /** For the library: calls the delete callback. */
  public void delete(Object holder, Object value) {
    delete.delete(holder, type.cast(value));
  }

  @Override
  public String toString() {
    return name;
  }
}
