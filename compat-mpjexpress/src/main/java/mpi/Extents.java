package mpi;

/** Adds up the size and the bounds of blocks, in elements of the array. */
final class Extents implements Blocks.Visitor {
  long size;
  boolean lbSet;
  boolean ubSet;
  private long lb = Long.MAX_VALUE;
  private long ub = Long.MIN_VALUE;

  long lb() {
    return lb == Long.MAX_VALUE ? 0 : lb;
  }

  long ub() {
    return ub == Long.MIN_VALUE ? 0 : ub;
  }

  /** A bound that was set with {@link MPI#LB} or {@link MPI#UB} counts before all that were not. */
  @Override
  public void block(long displacement, int length, Datatype type) {
    if (length == 0) {
      return;
    }
    size += (long) length * type.size;
    long last = displacement + (length - 1L) * type.extent();
    boolean hasData = type.size > 0 || type.lbSet || type.ubSet;
    if (type.lbSet && !lbSet) {
      lbSet = true;
      lb = Long.MAX_VALUE;
    }
    if (type.ubSet && !ubSet) {
      ubSet = true;
      ub = Long.MIN_VALUE;
    }
    if (hasData && type.lbSet == lbSet && type.base != Base.UB) {
      lb = Math.min(lb, Math.min(displacement, last) + type.lb);
    }
    if (hasData && type.ubSet == ubSet && type.base != Base.LB) {
      ub = Math.max(ub, Math.max(displacement, last) + type.ub);
    }
  }
}
