package mpi;

/** What has a handle that can be given back. */
public interface Freeable {
  /** Gives the handle back; afterwards it is null. */
  void free() throws MPIException;
}
