package org.purempi;

/** By what {@link Communicator#splitType(SplitType, int, Info)} divides (section 7.4.2). */
public enum SplitType {
  /** Ranks that can share memory: those of one host. */
  SHARED,
  /**
   * Ranks that are bound to the same resource of the kind that the hint {@code
   * mpi_hw_resource_type} names: {@code mpi_shared_memory}, or a name of {@link
   * Mpi#getHwResourceInfo}. Ranks that are bound to none get no communicator.
   */
  HW_GUIDED,
  /**
   * Ranks that are bound to the same resource of the largest kind that divides this communicator;
   * no communicator if there is none. {@link Communicator#getInfo} of the new one says which kind,
   * as {@code mpi_hw_resource_type}.
   */
  HW_UNGUIDED,
  /** As {@link #HW_GUIDED}; or by the process set that the hint {@code mpi_pset_name} names. */
  RESOURCE_GUIDED,
  /** This rank takes part and gets no communicator. */
  UNDEFINED
}
