package mpi;

import mpjbuf.Buffer;
import org.purempi.Mpi;
import org.purempi.Received;

/** A receive into a buffer, which has what arrived and nothing else when the completion is seen. */
final class BufferReceive extends Request {
  private final org.purempi.Request<Received<byte[]>> receive;
  private final Buffer buf;

  BufferReceive(org.purempi.Request<Received<byte[]>> receive, Buffer buf) {
    super(receive);
    this.receive = receive;
    this.buf = buf;
  }

  @Override
  Status completed(org.purempi.Status status) {
    if (!status.cancelled() && status.source() != Mpi.PROC_NULL) {
      buf.received(receive.waitFor().value()); // complete: gives its result again
    }
    return super.completed(status);
  }

  /** Of several requests another one failed: what came here is not lost. */
  @Override
  void letGo() {
    if (!receive.active()) {
      try {
        completed(receive.waitFor().status());
      } catch (RuntimeException e) {
        become(null); // this one failed too, or is the one that is reported
      }
    }
  }
}
