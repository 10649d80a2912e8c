package mpjdev;

/** What lies below an {@code mpi.Request}. */
public final class Request {
  private final org.purempi.Request<?> purempi;

  /** Wraps a request of purempi. */
  public Request(org.purempi.Request<?> purempi) {
    this.purempi = purempi;
  }

  /** The request in the modern API. */
  public org.purempi.Request<?> purempi() {
    return purempi;
  }
}
