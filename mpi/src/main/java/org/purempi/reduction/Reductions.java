package org.purempi.reduction;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.RecordCodec;
import org.purempi.StructDatatype;
import org.purempi.layout.Layout;

/** The doors of this package: is an operation defined on a type, and apply it. */
public final class Reductions {
  private Reductions() {}

  /**
   * Refuses an operation that is not defined on a datatype (section 6.9.2).
   *
   * @throws MpiArgumentException ({@code OP}) that says which types the operation takes
   */
  public static void check(Op op, Datatype type) {
    if (!Validity.isDefined(op, type)) {
      throw Validity.undefined(op, type);
    }
  }

  /**
   * {@code inout[i] = in[i] op inout[i]}. Both buffers have the same count and datatype, in memory
   * of any kind; they are the same memory or do not overlap. REPLACE copies and NO_OP does nothing.
   *
   * @throws MpiArgumentException ({@code OP}) if the operation is not defined on the type; ({@code
   *     COUNT}) if the counts differ
   */
  public static void apply(Op op, Buf in, Buf inout) {
    if (in.count() != inout.count()) {
      throw new MpiArgumentException(
          ErrorClass.COUNT, in + " cannot be combined with " + inout + ": the counts differ");
    }
    if (in.count() == 0 || op == Op.NO_OP) {
      return;
    }
    if (op == Op.REPLACE) {
      Layout.copy(in, inout);
      return;
    }
    Datatype type = inout.datatype();
    check(op, type);
    if (Layout.device(in) != null || Layout.device(inout) != null) {
      DeviceReduction.apply(op, in, inout);
    } else if (op instanceof Op.OfBulk bulk) {
      applyBulk(bulk, in, inout);
    } else if (op instanceof Op.OfRecords<?> records) {
      applyRecords(records, in, inout);
    } else if (type instanceof BasicDatatype basic) {
      BlockedReduction.apply(
          op, basic, in.base(), in.offsetBytes(), inout.base(), inout.offsetBytes(), in.count());
    } else {
      BlockedReduction.applyPairs(
          (StructDatatype) type,
          op == Op.MAXLOC,
          in.base(),
          in.offsetBytes(),
          inout.base(),
          inout.offsetBytes(),
          in.count());
    }
  }

  private static void applyBulk(Op.OfBulk op, Buf in, Buf inout) {
    Buf viewableIn = viewable(in);
    Buf viewableInout = viewable(inout);
    op.f().apply(segment(viewableIn), segment(viewableInout), in.count(), inout.datatype());
    if (viewableInout != inout) {
      Layout.copy(viewableInout, inout);
    }
  }

  private static <R extends Record> void applyRecords(Op.OfRecords<R> op, Buf in, Buf inout) {
    RecordCodec<R> codec = RecordCodec.of(op.type());
    Buf viewableIn = viewable(in);
    Buf viewableInout = viewable(inout);
    MemorySegment a = segment(viewableIn);
    MemorySegment b = segment(viewableInout);
    long extent = op.datatype().extent();
    for (long at = 0; at < in.count() * extent; at += extent) {
      codec.write(op.f().apply(codec.read(a, at), codec.read(b, at)), b, at);
    }
    if (viewableInout != inout) {
      Layout.copy(viewableInout, inout);
    }
  }

  /** The buffer itself, or a copy on the host of one that Java makes no segment of. */
  static Buf viewable(Buf buf) {
    if (Layout.segment(buf) != null) {
      return buf;
    }
    Buf copy = Layout.scratch(buf.datatype(), buf.count());
    Layout.copy(buf, copy);
    return copy;
  }

  private static MemorySegment segment(Buf buf) {
    return Objects.requireNonNull(Layout.segment(buf));
  }
}
