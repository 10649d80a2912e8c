package mpi;

/** A receive of elements without data: its status says how many were asked for. */
final class EmptyReceive extends Request {
  private final Datatype type;
  private final int count;

  EmptyReceive(org.purempi.Request<?> receive, Datatype type, int count) {
    super(receive);
    this.type = type;
    this.count = count;
  }

  @Override
  Status completed(org.purempi.Status status) {
    return super.completed(status).of(type, count);
  }
}
