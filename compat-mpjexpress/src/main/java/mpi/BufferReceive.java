package mpi;

import mpjbuf.Buffer;
import org.jspecify.annotations.Nullable;

/** A receive into a buffer, which then has the size of what arrived. */
final class BufferReceive extends Request {
  private final Buffer buf;
  private final int offset;

  BufferReceive(org.purempi.Request<?> receive, Buffer buf, int offset) {
    super(receive);
    this.buf = buf;
    this.offset = offset;
  }

  @Override
  Status completed(org.purempi.Status status) {
    arrived(buf, offset, status);
    return super.completed(status);
  }

  /** The status of a receive; if it was into a {@link Buffer}, sets the size. */
  static Status arrived(@Nullable Object buf, int offset, org.purempi.Status status) {
    if (buf instanceof Buffer buffer && !status.cancelled()) {
      buffer.received(Math.toIntExact(offset + status.bytes()));
    }
    return new Status(status);
  }
}
