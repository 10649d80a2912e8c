package mpi;

/** What a derived datatype consists of, in the order of the type map. */
@FunctionalInterface
interface Blocks {
  /** Is shown every block. */
  @FunctionalInterface
  interface Visitor {
    /**
     * {@code length} elements of {@code type}, {@code displacement} elements of the array from the
     * origin.
     */
    void block(long displacement, int length, Datatype type);
  }

  /** Shows the blocks, one after the other. */
  void forEach(Visitor visitor);
}
