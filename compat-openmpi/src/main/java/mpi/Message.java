package mpi;

import java.nio.Buffer;
import java.util.Optional;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;

/** A message that a matched probe has taken out of the queue (section 3.8.2). */
public final class Message {
  private org.purempi.@Nullable Message core;
  private @Nullable Communicator communicator;

  /** {@code MPI_MESSAGE_NULL}, until a probe gives it a message. */
  public Message() {}

  /** Whether there is no message, or it has been received. */
  public boolean isNull() {
    return core == null;
  }

  /** Whether it is the message that {@link MPI#PROC_NULL} sends. */
  public boolean isNoProc() {
    org.purempi.Message m = core;
    return m != null && m.isNoProc();
  }

  /** Waits for a message and takes it out of the queue ({@code MPI_Mprobe}). */
  public Status mProbe(int source, int tag, Comm comm) throws MPIException {
    Communicator c = comm.live();
    org.purempi.Message m = Failures.get(() -> c.mprobe(source, tag));
    return taken(c, m);
  }

  /** Takes a message out of the queue if there is one, else answers null ({@code MPI_Improbe}). */
  public @Nullable Status imProbe(int source, int tag, Comm comm) throws MPIException {
    Communicator c = comm.live();
    Optional<org.purempi.Message> m = Failures.get(() -> c.improbe(source, tag));
    return m.isPresent() ? taken(c, m.get()) : null;
  }

  private Status taken(Communicator c, org.purempi.Message m) {
    core = m;
    communicator = c;
    return new Status(m.status());
  }

  /** Receives it ({@code MPI_Mrecv}). */
  public Status mRecv(Object buf, int count, Datatype type) throws MPIException {
    return imReceive(buf, count, type).waitStatus();
  }

  /** Starts to receive it ({@code MPI_Imrecv}). */
  public Request imRecv(Buffer buf, int count, Datatype type) throws MPIException {
    return imReceive(buf, count, type);
  }

  private Request imReceive(Object buf, int count, Datatype type) throws MPIException {
    org.purempi.Message m = core;
    Communicator c = communicator;
    if (m == null || c == null) {
      throw new MPIException(
          ErrorClass.REQUEST, "there is no message: no probe has matched one, or it was received");
    }
    Buf b = Buffers.of(c, buf, count, type);
    core = null;
    return Request.of(() -> m.imrecv(b));
  }
}
