package mpi;

/** What can be let go of before the garbage collector finds it. */
public interface Freeable {
  /** Lets go of it. */
  void free();
}
