package org.purempi.collective;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.layout.Layout;

/** Single conditions on arguments, and the sentences that say how one is broken. */
final class Checks {
  private Checks() {}

  static void root(String call, int root, int size) {
    if (root < 0 || root >= size) {
      String ranks = size == 1 ? "only rank is 0" : "ranks are 0 … " + (size - 1);
      throw wrong(ErrorClass.ROOT, call, "root is " + root + ", but the " + ranks);
    }
  }

  static <T> T present(String call, String name, @Nullable T buf) {
    if (buf == null) {
      throw wrong(ErrorClass.BUFFER, call, name + " is null, but it matters at this rank");
    }
    return buf;
  }

  static void notInPlace(String call, String name, boolean inPlace, String instead) {
    if (inPlace) {
      throw wrong(ErrorClass.BUFFER, call, name + " is IN_PLACE: " + instead);
    }
  }

  /** Memory that is received into must not be read-only, and its elements must be disjoint. */
  static void writable(String call, @Nullable Buf buf) {
    if (buf != null && buf.base() instanceof MemorySegment memory && memory.isReadOnly()) {
      throw wrong(
          ErrorClass.BUFFER,
          call,
          "the receive buffer is read-only: pass memory that can be written");
    }
    if (buf != null && Layout.overlaps(buf)) {
      throw wrong(ErrorClass.TYPE, call, Layout.overlap(buf));
    }
  }

  /**
   * As for one buffer. Elements that no block uses may overlap: a block that is resized to less
   * than itself is how matrices are dealt out.
   */
  static void writable(String call, @Nullable VBuf buf) {
    if (buf == null || Layout.contiguous(buf.buf().datatype())) {
      writable(call, buf == null ? null : buf.buf());
      return;
    }
    for (int i = 0; i < buf.blocks(); i++) {
      writable(call, buf.block(i));
    }
  }

  /** A buffer for the blocks of all ranks: divisible, and of {@code size} times one's own block. */
  static void whole(
      String call, String name, Buf all, int size, @Nullable Buf block, String blockName) {
    if (block != null
        && block.datatype() == all.datatype()
        && block.count() * size == all.count()) {
      return; // most are of this kind: nothing is divided
    }
    if (all.count() % size != 0) {
      throw wrong(
          ErrorClass.COUNT,
          call,
          name
              + " has "
              + all.count()
              + " elements, which cannot be cut in "
              + size
              + " equal blocks: it must hold one block for each rank");
    }
    if (block != null && block.bytes() * size != all.bytes()) {
      throw wrong(
          ErrorClass.COUNT,
          call,
          "%s holds %d bytes for one rank, so %s must hold %d × %d = %d bytes, but holds %d"
              .formatted(
                  blockName,
                  block.bytes(),
                  name,
                  size,
                  block.bytes(),
                  size * block.bytes(),
                  all.bytes()));
    }
  }

  static VBuf blocks(String call, String name, @Nullable VBuf buf, int size) {
    VBuf all = present(call, name, buf);
    notInPlace(call, name, all == VBuf.IN_PLACE, "it cannot be this one");
    if (all.blocks() != size) {
      throw wrong(
          ErrorClass.ARG, call, name + " has " + all.blocks() + " blocks for " + size + " ranks");
    }
    return all;
  }

  /** A list without blocks is not in place, though it is equal to what says so. */
  @SuppressWarnings("ReferenceEquality")
  static boolean isInPlace(WBuf buf) {
    return buf == WBuf.IN_PLACE;
  }

  static List<Buf> blocks(String call, String name, WBuf buf, int size) {
    List<Buf> all = present(call, name, buf).blocks();
    notInPlace(call, name, isInPlace(buf), "it cannot be this one");
    if (all.size() != size) {
      throw wrong(
          ErrorClass.ARG, call, name + " has " + all.size() + " blocks for " + size + " ranks");
    }
    if (all.contains(Buf.IN_PLACE)) {
      throw wrong(
          ErrorClass.BUFFER, call, "a block of " + name + " is IN_PLACE: use WBuf.IN_PLACE");
    }
    return all;
  }

  /** What a rank sends to itself must be as long as what it receives from itself. */
  static void ownBlock(String call, Buf mine, Buf block, int rank, String name, String blocksName) {
    if (mine != Buf.IN_PLACE && mine.bytes() != block.bytes()) {
      throw wrong(
          ErrorClass.COUNT,
          call,
          "%s holds %d bytes of rank %d for itself, but its block of %s holds %d"
              .formatted(name, mine.bytes(), rank, blocksName, block.bytes()));
    }
  }

  static void sameBytes(String call, Buf send, Buf recv) {
    if (send.bytes() != recv.bytes()) {
      throw wrong(
          ErrorClass.COUNT,
          call,
          "sendbuf holds " + send.bytes() + " bytes but recvbuf " + recv.bytes());
    }
  }

  static void apart(String call, Buf send, Buf recv) {
    if (send != Buf.IN_PLACE
        && recv != Buf.IN_PLACE
        && send.base().equals(recv.base())
        && firstByte(send) == firstByte(recv)
        && send.bytes() > 0
        && recv.bytes() > 0) {
      throw wrong(
          ErrorClass.BUFFER,
          call,
          "sendbuf and recvbuf are the same memory: pass Buf.IN_PLACE instead");
    }
  }

  /** The lowest byte of the first element. */
  private static long firstByte(Buf buf) {
    return buf.offsetBytes() + buf.datatype().trueLb();
  }

  static void oneDatatype(String call, Buf from, String name, Buf to, String toName) {
    if (!same(from.datatype(), to.datatype())) {
      throw wrong(
          ErrorClass.TYPE,
          call,
          "%s is of %s but %s of %s: a reduction combines elements of one datatype"
              .formatted(name, from.datatype(), toName, to.datatype()));
    }
  }

  private static boolean same(Datatype a, Datatype b) {
    if (a instanceof BasicDatatype x && b instanceof BasicDatatype y) {
      return x.kind() == y.kind() && x.width() == y.width();
    }
    return a.equals(b);
  }

  static MpiArgumentException wrong(ErrorClass errorClass, String call, String message) {
    return new MpiArgumentException(errorClass, call + ": " + message);
  }
}
