package mpjdev;

/** What lies below an {@code mpi.Group}. */
public final class Group {
  private final org.purempi.Group purempi;

  /** Wraps a group of purempi. */
  public Group(org.purempi.Group purempi) {
    this.purempi = purempi;
  }

  /** The group in the modern API. */
  public org.purempi.Group purempi() {
    return purempi;
  }
}
