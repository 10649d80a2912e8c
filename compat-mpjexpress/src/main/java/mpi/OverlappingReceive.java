package mpi;

/**
 * A receive into elements with parts in the same place, which MPI forbids and MPJ Express allows:
 * the parts are put there one after the other, so that the last one stays.
 */
final class OverlappingReceive extends Request {
  private final org.purempi.Request<org.purempi.Status> receive;
  private final Section to;
  private final Object packed;

  /**
   * A receive that is under way.
   *
   * @param packed where the data arrives, see {@link Section#packed}
   */
  OverlappingReceive(org.purempi.Request<org.purempi.Status> receive, Section to, Object packed) {
    super(receive);
    this.receive = receive;
    this.to = to;
    this.packed = packed;
  }

  @Override
  Status completed(org.purempi.Status status) {
    to.put(packed, status.elements(to.type().base.purempi));
    return super.completed(status).of(to.type(), to.count());
  }

  /** Of several requests another one failed: what came here is not lost. */
  @Override
  void letGo() {
    if (!receive.active()) {
      try {
        completed(receive.waitFor());
      } catch (RuntimeException e) {
        become(null); // this one failed too, or is the one that is reported
      }
    }
  }
}
