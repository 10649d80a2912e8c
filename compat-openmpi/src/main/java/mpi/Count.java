package mpi;

/** A count that may be larger than an {@code int} ({@code MPI_Count}). */
@SuppressWarnings("ComparableType") // the original compares with any object
public final class Count implements Comparable<Object> {
  private long count;

  /** A count. */
  public Count(long count) {
    this.count = count;
  }

  /** The number. */
  public long getCount() {
    return count;
  }

  /** Changes the number. */
  public void setCount(long count) {
    this.count = count;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Count c && c.count == count;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(count);
  }

  @Override
  public int compareTo(Object other) {
    return Long.compare(count, ((Count) other).count);
  }
}
