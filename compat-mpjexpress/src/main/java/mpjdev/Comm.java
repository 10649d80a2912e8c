package mpjdev;

import org.purempi.Communicator;

/** What lies below an {@code mpi.Comm}. */
public final class Comm {
  private final Communicator purempi;

  /** Wraps a communicator of purempi. */
  public Comm(Communicator purempi) {
    this.purempi = purempi;
  }

  /** The communicator in the modern API. */
  public Communicator purempi() {
    return purempi;
  }
}
