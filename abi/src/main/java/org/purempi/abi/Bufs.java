package org.purempi.abi;

import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.VBuf;
import org.purempi.WBuf;

/**
 * What C says as (address, count, datatype), as the library takes it: a place in all memory, or in
 * a device's.
 */
final class Bufs {
  private Bufs() {}

  static Buf of(long address, long count, long type) {
    return of(address, count, committed(type));
  }

  static TypeHandle committed(long type) {
    TypeHandle t = Table.type(type);
    if (!t.isCommitted) {
      throw new MpiArgumentException(
          ErrorClass.TYPE, t + " has not been committed: call MPI_Type_commit first");
    }
    return t;
  }

  static Buf of(long address, long count, TypeHandle type) {
    if (address == 0 && count > 0 && type.type instanceof BasicDatatype) {
      throw new MpiArgumentException(
          ErrorClass.BUFFER, "the buffer is NULL, but the count is " + count);
    }
    Buf ofDevice = DevicePointers.find(address, count, type.type);
    return ofDevice != null ? ofDevice : Buf.of(Native.ALL, address, count, type.type);
  }

  static boolean isInPlace(long address) {
    return address == Constants.IN_PLACE;
  }

  /** A buffer of a collective, which may be {@code MPI_IN_PLACE}. */
  static Buf orInPlace(long address, long count, long type) {
    return isInPlace(address) ? Buf.IN_PLACE : of(address, count, type);
  }

  /** Elements that follow each other block by block, {@code blocks} times {@code count}. */
  static Buf blocks(long address, long count, long blocks, long type) {
    if (count < 0) {
      throw new MpiArgumentException(ErrorClass.COUNT, "a count is " + count);
    }
    if (count > Long.MAX_VALUE / Math.max(1, blocks)) {
      throw tooFar();
    }
    return of(address, count * blocks, type);
  }

  /** Blocks of one type at displacements in its extents. */
  static VBuf blocks(long address, Numbers counts, Numbers displs, int blocks, long type) {
    TypeHandle t = committed(type);
    long[] lengths = counts.toLongs(blocks);
    long[] starts = displs.toLongs(blocks);
    long lowest = 0;
    long end = 0;
    for (int i = 0; i < blocks; i++) {
      if (lengths[i] < 0) {
        throw new MpiArgumentException(
            ErrorClass.COUNT, "the count for rank " + i + " is " + lengths[i]);
      }
      if (lengths[i] > 0) {
        lowest = Math.min(lowest, starts[i]);
      }
    }
    try {
      for (int i = 0; i < blocks; i++) {
        starts[i] = lengths[i] == 0 ? 0 : Math.subtractExact(starts[i], lowest);
        end = Math.max(end, Math.addExact(starts[i], lengths[i]));
      }
      long first = Math.multiplyExact(lowest, t.type.extent());
      return VBuf.of(of(address + first, end, t), lengths, starts);
    } catch (ArithmeticException e) {
      throw tooFar();
    }
  }

  static MpiArgumentException tooFar() {
    return new MpiArgumentException(
        ErrorClass.COUNT, "counts or displacements are wrong: blocks lie beyond 2^63 elements");
  }

  /** Blocks of types of their own, at displacements in bytes. */
  static WBuf blocks(long address, Numbers counts, Numbers displs, int blocks, Numbers types) {
    long[] lengths = counts.toLongs(blocks);
    var all = new Buf[blocks];
    for (int i = 0; i < blocks; i++) {
      if (lengths[i] == 0) {
        all[i] = Buf.EMPTY; // programs name no type where there is nothing
      } else if (displs.address() == 0 || types.address() == 0) {
        throw new MpiArgumentException(
            ErrorClass.ARG, "the displacements or the types of " + blocks + " blocks are NULL");
      } else {
        all[i] = of(address + displs.get(i), lengths[i], types.get(i));
      }
    }
    return WBuf.of(all);
  }

  /** All of a buffer of bytes. */
  static Buf bytes(long address, long bytes) {
    Buf ofDevice = DevicePointers.find(address, bytes, Datatype.BYTE);
    return ofDevice != null ? ofDevice : Buf.of(Native.ALL, address, bytes, Datatype.BYTE);
  }
}
