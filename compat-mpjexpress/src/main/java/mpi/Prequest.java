package mpi;

import java.util.function.Supplier;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.PersistentRequest;
import org.purempi.compat.mpjexpress.Nullable;

/**
 * A communication that can be started again and again with the same arguments (MPI 4.1, section
 * 3.9). Objects are serialised anew at every start.
 */
public class Prequest extends Request {
  private final @Nullable PersistentRequest persistent;
  private final @Nullable Supplier<Request> starter;
  private @Nullable Request started;
  private volatile boolean begun;

  /** Of a receive. */
  private final @Nullable Datatype type;

  private final int count;

  Prequest(PersistentRequest persistent) {
    this(persistent, null, 0);
  }

  /** A receive of {@code count} elements of {@code type}. */
  Prequest(PersistentRequest persistent, @Nullable Datatype type, int count) {
    super(persistent);
    this.persistent = persistent;
    this.starter = null;
    this.type = type;
    this.count = count;
  }

  /** A communication of objects: every start is one of its own. */
  Prequest(Supplier<Request> starter) {
    super((mpjdev.Request) null);
    this.persistent = null;
    this.starter = starter;
    this.type = null;
    this.count = 0;
  }

  @Override
  Status completed(org.purempi.Status status) {
    Request one = started;
    started = null;
    if (one == null) {
      Status seen = new Status(status);
      return type == null ? seen : seen.of(type, count);
    }
    become(null);
    return one.completed(status);
  }

  @Override
  void letGo() {
    if (persistent == null) {
      super.letGo();
      started = purempi() == null ? null : started;
    }
  }

  /**
   * Whether it has been started and its completion has been seen: true until the next {@link
   * #Start}, false before the first.
   */
  @Override
  public boolean Is_null() throws MPIException {
    return begun && (persistent != null ? !persistent.active() : started == null);
  }

  /** Starts it (MPI 4.1, section 3.9). */
  public void Start() throws MPIException {
    Errors.run(this::begin);
  }

  private void begin() {
    if (persistent != null) {
      persistent.start();
    } else if (starter != null) {
      if (started != null) {
        throw new MpiArgumentException(
            ErrorClass.REQUEST, "Start of a request that is active: complete it first");
      }
      Request one = starter.get();
      started = one;
      become(one);
    }
    begun = true;
  }

  /** Starts all that are there, in order (MPI 4.1, section 3.9). */
  public static void Startall(Prequest[] array_of_request) throws MPIException {
    for (Prequest r : array_of_request) {
      if (r != null) {
        r.Start();
      }
    }
  }
}
