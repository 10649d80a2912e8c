package org.purempi;

/**
 * A message in partitions, set up once and started again and again (chapter 4). The sender says
 * which partitions are ready, in any order and from any threads; the receiver may ask which have
 * arrived. Both sides may cut the message in different numbers of partitions.
 */
public interface PartitionedRequest extends PersistentRequest {
  /** The number of partitions on this side. */
  int partitions();

  /** A partition of the buffer may be sent ({@code MPI_Pready}, section 4.2.1). */
  void pready(int partition);

  /** Partitions {@code low} … {@code high}, both included ({@code MPI_Pready_range}). */
  default void preadyRange(int low, int high) {
    for (int i = low; i <= high; i++) {
      pready(i);
    }
  }

  /** These partitions ({@code MPI_Pready_list}, section 4.2.1). */
  default void preadyList(int... partitions) {
    for (int i : partitions) {
      pready(i);
    }
  }

  /**
   * Whether a partition has been received; makes progress. True of a request that is not active
   * ({@code MPI_Parrived}, section 4.2.2).
   */
  boolean parrived(int partition);
}
