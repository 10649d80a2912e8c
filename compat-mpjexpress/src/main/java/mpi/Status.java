package mpi;

import java.util.function.ToLongFunction;
import org.purempi.Mpi;
import org.purempi.compat.mpjexpress.Numbers;

/** What is known of a message that was received or probed (MPI 4.1, section 3.2.5). */
public class Status extends mpjdev.Status implements Freeable {
  /** The status of no message: any source, any tag, nothing received. */
  public Status() {
    this(org.purempi.Status.EMPTY);
  }

  /** The status of a message in this API. */
  public Status(mpjdev.Status status) {
    this(status.purempi());
    index = status.index;
    count = status.count;
    numEls = status.numEls;
  }

  Status(org.purempi.Status status) {
    super(status);
  }

  final Status at(int place) {
    index = place;
    return this;
  }

  /** This is the status of a receive of {@code asked} elements of {@code type}. */
  final Status of(Datatype type, int asked) {
    return of(type, asked, type.base.elements(purempi().bytes()));
  }

  /** As above, when so many elements of the base type have come. */
  final Status of(Datatype type, int asked, int elements) {
    org.purempi.Status message = purempi();
    if (message.cancelled() || message.source() == Mpi.PROC_NULL) {
      return this;
    }
    if (type.size <= 1) {
      count = type.size == 0 ? asked : elements;
    } else {
      count = elements % type.size == 0 ? elements / type.size : Numbers.UNDEFINED;
    }
    numEls = type.size == 0 ? Numbers.UNDEFINED : elements;
    return this;
  }

  /**
   * How many whole elements of {@code datatype} were received, or {@code MPI.UNDEFINED} (MPI 4.1,
   * section 3.2.5). Of elements without data, as many as the receive asked for.
   */
  public int Get_count(Datatype datatype) throws MPIException {
    if (datatype.size == 0 && numEls == Numbers.UNDEFINED && count != Numbers.UNDEFINED) {
      return count;
    }
    if (datatype.isOfObjects()) {
      int all = objects();
      boolean whole = datatype.size == 0 ? all == 0 : all >= 0 && all % datatype.size == 0;
      return !whole ? Numbers.UNDEFINED : datatype.size == 0 ? 0 : all / datatype.size;
    }
    return counted(s -> s.count(datatype.purempi));
  }

  /**
   * How many elements of the base type were received, or {@code MPI.UNDEFINED}, also if {@code
   * datatype} has none (MPI 4.1, section 5.1.11).
   */
  public int Get_elements(Datatype datatype) throws MPIException {
    if (datatype.size == 0) {
      return Numbers.UNDEFINED;
    }
    return datatype.isOfObjects() ? objects() : counted(s -> s.elements(datatype.purempi));
  }

  private int objects() {
    return numEls != Numbers.UNDEFINED ? numEls : ObjectMessages.count(purempi().bytes());
  }

  private int counted(ToLongFunction<org.purempi.Status> count) {
    long n = count.applyAsLong(purempi());
    return n >= 0 && n == (int) n ? (int) n : Numbers.UNDEFINED;
  }

  /** Whether the operation was cancelled instead (MPI 4.1, section 3.8.4). */
  public boolean Test_cancelled() throws MPIException {
    return purempi().cancelled();
  }

  /** Nothing: kept for programs that call it. */
  @Override
  public void free() {}
}
