package mpi;

import org.purempi.ErrorClass;

/** What is known of a message, or of an operation that is complete (section 3.2.5). */
public final class Status {
  private org.purempi.Status core;
  private final int index;

  Status(org.purempi.Status core, int index) {
    this.core = core;
    this.index = index;
  }

  Status(org.purempi.Status core) {
    this(core, MPI.UNDEFINED);
  }

  private static int fitting(long n) {
    return n == (int) n ? (int) n : MPI.UNDEFINED;
  }

  /**
   * How many whole elements were received; {@link MPI#UNDEFINED} if they are not whole ({@code
   * MPI_Get_count}).
   */
  public int getCount(Datatype datatype) throws MPIException {
    return fitting(core.count(datatype.core()));
  }

  /** Whether the operation was cancelled ({@code MPI_Test_cancelled}). */
  public boolean isCancelled() throws MPIException {
    return core.cancelled();
  }

  /** How many basic elements were received ({@code MPI_Get_elements}). */
  public int getElements(Datatype datatype) throws MPIException {
    return fitting(core.elements(datatype.core()));
  }

  /** How many basic elements were received ({@code MPI_Get_elements_x}). */
  public Count getElementsX(Datatype datatype) throws MPIException {
    return new Count(core.elements(datatype.core()));
  }

  /** Says that so many basic elements were received ({@code MPI_Status_set_elements}). */
  public void setElements(Datatype datatype, int count) throws MPIException {
    setElementsX(datatype, new Count(count));
  }

  /** Says that so many basic elements were received ({@code MPI_Status_set_elements_x}). */
  public void setElementsX(Datatype datatype, Count count) throws MPIException {
    if (count.getCount() < 0) {
      throw new MPIException(ErrorClass.COUNT, "count is " + count.getCount());
    }
    long bytes = ElementBytes.of(datatype.core(), count.getCount());
    core = new org.purempi.Status(core.source(), core.tag(), bytes, core.cancelled(), core.error());
  }

  /** Says whether the operation was cancelled ({@code MPI_Status_set_cancelled}). */
  public void setCancelled(boolean flag) throws MPIException {
    core = new org.purempi.Status(core.source(), core.tag(), core.bytes(), flag, core.error());
  }

  /** The sender's rank. */
  public int getSource() {
    return core.source();
  }

  /** The message's tag. */
  public int getTag() {
    return core.tag();
  }

  /** {@link MPI#SUCCESS}, or the error of this one of several requests. */
  public int getError() {
    return core.error().code();
  }

  /** The place of the request among several, or {@link MPI#UNDEFINED}. */
  public int getIndex() {
    return index;
  }
}
