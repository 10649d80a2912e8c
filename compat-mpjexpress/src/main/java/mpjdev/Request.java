package mpjdev;

import org.purempi.compat.mpjexpress.Nullable;

/** What lies below an {@code mpi.Request}. */
public final class Request {
  /** Stands for any request of this API that is not complete: none needs one of its own. */
  public static final Request UNDER_WAY = new Request();

  private final org.purempi.@Nullable Request<?> purempi;

  private Request() {
    this.purempi = null;
  }

  /** Wraps a request of purempi. */
  public Request(org.purempi.Request<?> purempi) {
    this.purempi = purempi;
  }

  /** The request in the modern API, if it was made of one. */
  public org.purempi.@Nullable Request<?> purempi() {
    return purempi;
  }
}
