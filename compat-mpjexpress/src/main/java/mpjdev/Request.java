package mpjdev;

import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/** What lies below an {@code mpi.Request}. */
public final class Request {
  /** Stands for any request of this API that is not complete: none needs one of its own. */
  public static final Request UNDER_WAY = new Request();

  /** Not of its own type, as in {@code mpi.Request}. */
  private final @Nullable Object purempi;

  private Request() {
    this.purempi = null;
  }

  /** Wraps a request of purempi. */
  public Request(org.purempi.Request<?> purempi) {
    this.purempi = purempi;
  }

  /** The request in the modern API, if it was made of one. */
  @NullUnmarked
  public org.purempi.Request<?> purempi() {
    return (org.purempi.Request<?>) purempi;
  }
}
