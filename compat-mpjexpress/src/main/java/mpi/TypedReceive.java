package mpi;

/** A receive of elements that lie where they belong: its status says how many came. */
final class TypedReceive extends Request {
  private final Datatype type;
  private final int count;

  TypedReceive(org.purempi.Request<?> receive, Datatype type, int count) {
    super(receive);
    this.type = type;
    this.count = count;
  }

  @Override
  Status completed(org.purempi.Status status) {
    return super.completed(status).of(type, count);
  }
}
