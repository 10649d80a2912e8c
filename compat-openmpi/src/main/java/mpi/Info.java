package mpi;

import org.purempi.ErrorClass;

/** Hints as pairs of key and value, which can be changed (chapter 10). */
public final class Info implements Freeable, Cloneable {
  private org.purempi.@Nullable Info core;

  /** No hints yet ({@code MPI_Info_create}). */
  public Info() throws MPIException {
    this(org.purempi.Info.EMPTY);
  }

  Info(org.purempi.@Nullable Info core) {
    this.core = core;
  }

  /** What is known once MPI has started. */
  void begin(org.purempi.Info known) {
    core = known;
  }

  private org.purempi.Info core() throws MPIException {
    org.purempi.Info i = core;
    if (i == null) {
      throw new MPIException(ErrorClass.INFO, "the info is INFO_NULL or has been freed");
    }
    return i;
  }

  /** The hints; none if it is null. */
  org.purempi.Info hints() {
    org.purempi.Info i = core;
    return i == null ? org.purempi.Info.EMPTY : i;
  }

  /** Adds a pair, or changes its value ({@code MPI_Info_set}). */
  public void set(String key, String value) throws MPIException {
    org.purempi.Info i = core();
    core = Failures.get(() -> i.with(key, value));
  }

  /** The value of a key; null if there is none ({@code MPI_Info_get}). */
  public @Nullable String get(String key) throws MPIException {
    return core().get(key).orElse(null);
  }

  /** Takes a pair away ({@code MPI_Info_delete}). */
  public void delete(String key) throws MPIException {
    org.purempi.Info i = core();
    core = Failures.get(() -> i.without(key));
  }

  /** The number of pairs ({@code MPI_Info_get_nkeys}). */
  public int size() throws MPIException {
    return core().nkeys();
  }

  /** Key number {@code i}, from 0 ({@code MPI_Info_get_nthkey}). */
  public String getKey(int i) throws MPIException {
    org.purempi.Info info = core();
    return Failures.get(() -> info.nthkey(i));
  }

  /** As {@link #dup}, without a checked exception. */
  @Override
  public Info clone() {
    try {
      return dup();
    } catch (MPIException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** The same pairs, to be changed on their own ({@code MPI_Info_dup}). */
  public Info dup() throws MPIException {
    return new Info(core());
  }

  /** Gives it up ({@code MPI_Info_free}). */
  @Override
  public void free() throws MPIException {
    core();
    core = null;
  }

  /** Whether it is {@code MPI_INFO_NULL}, or has been freed. */
  public boolean isNull() {
    return core == null;
  }
}
