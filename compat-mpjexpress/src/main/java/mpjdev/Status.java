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

  /** Elements received; {@code MPI.UNDEFINED} for none whole. Of a probe, as {@link #numEls}. */
  public int count;

  /**
   * Elements of the base type received, or found by a probe; of a probe {@code MPI.UNDEFINED} for
   * objects and packed data.
   */
  public int numEls;

  /** Bytes received or found. */
  public int countInBytes;

  private final org.purempi.Status purempi;

  /** Wraps a status of purempi. */
  public Status(org.purempi.Status purempi) {
    this.purempi = purempi;
    this.source = Numbers.seen(purempi.source());
    this.tag = Numbers.seenTag(purempi.tag());
    this.countInBytes = (int) Math.min(purempi.bytes(), Integer.MAX_VALUE);
    int width = purempi.elementBytes();
    this.count = countInBytes == 0 ? 0 : width == 0 ? Numbers.UNDEFINED : countInBytes / width;
    this.numEls = count;
  }

  /** The status in the modern API. */
  public org.purempi.Status purempi() {
    return purempi;
  }
}
