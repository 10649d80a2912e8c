package mpjdev;

import org.purempi.compat.mpjexpress.Numbers;

/** What lies below an {@code mpi.Status}, and its public fields. */
public class Status {
  /** The sender's rank. */
  public int source;

  /** The message's tag. */
  public int tag;

  /** Which of several requests this is the status of; {@code MPI.UNDEFINED} for none of them. */
  public int index = Numbers.UNDEFINED;

  private final org.purempi.Status purempi;

  /** Wraps a status of purempi. */
  public Status(org.purempi.Status purempi) {
    this.purempi = purempi;
    this.source = Numbers.seen(purempi.source());
    this.tag = purempi.tag();
  }

  /** The status in the modern API. */
  public org.purempi.Status purempi() {
    return purempi;
  }
}
