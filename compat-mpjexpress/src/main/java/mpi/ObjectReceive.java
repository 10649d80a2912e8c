package mpi;

import org.purempi.Received;
import org.purempi.compat.mpjexpress.Nullable;

/** A receive of objects: they are put into the buffer when the completion is seen. */
final class ObjectReceive extends Request {
  private final org.purempi.Request<Received<byte[]>> receive;
  private final @Nullable Object buf;
  private final int offset;
  private final int count;
  private final Datatype type;

  ObjectReceive(
      org.purempi.Request<Received<byte[]>> receive,
      @Nullable Object buf,
      int offset,
      int count,
      Datatype type) {
    super(receive);
    this.receive = receive;
    this.buf = buf;
    this.offset = offset;
    this.count = count;
    this.type = type;
  }

  @Override
  Status completed(org.purempi.Status status) {
    become(null);
    byte[] message = receive.waitFor().value(); // complete: gives its result again
    int objects = ObjectMessages.decode(message, buf, offset, count, type);
    return new Status(status).of(type, count, objects);
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
