package org.purempi;

/**
 * The key of an attribute of a communicator (section 7.7); the predefined ones are constants here
 * (section 9.1.2).
 *
 * @param name the name without {@code MPI_}
 * @param type the class of the values
 */
public record Keyval<T>(String name, Class<T> type) {
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
}
