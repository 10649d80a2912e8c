package org.purempi.file;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Status;
import org.purempi.file.Independent.Guard;
import org.purempi.protocol.Operation;

/**
 * The calls that move data (section 14.4): of one rank or of all, on the spot or in the background.
 * What a caller has found wrong with its arguments goes into collective calls, so that all ranks
 * hear of it.
 */
public final class Transfers {
  private final Handle handle;
  private final Pointers pointers;
  private final Team team;
  private final Team backgroundTeam;
  private final Background background;

  Transfers(
      Handle handle, Pointers pointers, Team team, Team backgroundTeam, Background background) {
    this.handle = handle;
    this.pointers = pointers;
    this.team = team;
    this.backgroundTeam = backgroundTeam;
    this.background = background;
  }

  // ---- alone

  /** Reads or writes. */
  public Status alone(boolean isWrite, Where where, Buf buf) {
    Views v = handle.views;
    return Background.status(moved(v, isWrite, start(v, where, buf), buf));
  }

  /**
   * Begins to read or write.
   *
   * @param isConfined whether only this thread may use the buffer: then it is done on the spot
   */
  public Operation startAlone(boolean isWrite, Where where, Buf buf, boolean isConfined) {
    Views v = handle.views;
    long from = start(v, where, buf);
    LongSupplier transfer = () -> moved(v, isWrite, from, buf);
    return isConfined ? background.done(transfer) : background.start(transfer);
  }

  private static long etypes(Views v, Buf buf) {
    return v.etypeBytes == 0 ? 0 : v.representation.fileBytes(buf) / v.etypeBytes;
  }

  /** The first byte of data; the pointer is moved. */
  private long start(Views v, Where where, Buf buf) {
    long etypes =
        switch (where.pointer()) {
          case OWN -> pointers.advance(etypes(v, buf));
          case SHARED -> pointers.shared().add(etypes(v, buf));
          case NONE, ORDERED -> where.offset();
        };
    return v.data(etypes, v.representation.fileBytes(buf));
  }

  /** Reads or writes a buffer; bytes of it that were moved. */
  private long moved(Views v, boolean isWrite, long from, Buf buf) {
    Buf data = inFile(v, isWrite, buf);
    long bytes = transfer(v, isWrite, from, data);
    return isWrite ? buf.bytes() : v.representation.fromFile(data, bytes, buf);
  }

  /** A buffer's data as it is to be in the file, or room for it as it is there. */
  private static Buf inFile(Views v, boolean isWrite, Buf buf) {
    return isWrite ? v.representation.toFile(buf) : v.representation.room(buf);
  }

  /** Reads or writes data as it is in the file; bytes of it that were moved. */
  private long transfer(Views v, boolean isWrite, long from, Buf data) {
    FileHints hints = handle.hints;
    Independent independent = handle.independent;
    if (isWrite) {
      handle.isDirty = true;
      if (handle.isAtomic) {
        independent.writeAtomically(v.mine, hints, from, data);
      } else {
        independent.write(v.mine, hints, from, data, v.haveHoles() ? Guard.NEEDED : Guard.NONE);
      }
      return data.bytes();
    }
    return handle.isAtomic
        ? independent.readAtomically(v.mine, hints, from, data)
        : independent.read(v.mine, hints, from, data);
  }

  // ---- together

  /** Reads or writes; collective. */
  public Status together(boolean isWrite, Where where, Buf buf, @Nullable RuntimeException wrong) {
    Views v = handle.views;
    Where at = placed(v, where, buf, wrong);
    return Background.status(together(team, v, isWrite, at, buf, wrong));
  }

  /** Begins to read or write; collective. */
  public Operation startTogether(
      boolean isWrite, Where where, Buf buf, @Nullable RuntimeException wrong) {
    Views v = handle.views;
    Where at = placed(v, where, buf, wrong);
    return background.startInOrder(() -> together(backgroundTeam, v, isWrite, at, buf, wrong));
  }

  /** An own pointer moves when the call is made, whenever it is performed. */
  private Where placed(Views v, Where where, Buf buf, @Nullable RuntimeException wrong) {
    return where.pointer() == Where.Pointer.OWN
        ? Where.at(pointers.advance(wrong == null ? etypes(v, buf) : 0))
        : where;
  }

  private long together(
      Team all, Views v, boolean isWrite, Where where, Buf buf, @Nullable RuntimeException wrong) {
    boolean isOrdered = where.pointer() == Where.Pointer.ORDERED;
    Call call =
        isOrdered
            ? isWrite ? Call.WRITE_ORDERED : Call.READ_ORDERED
            : isWrite ? Call.WRITE : Call.READ;
    long[] size = {0};
    long[] first = {0};
    Buf[] data = {Buf.EMPTY};
    RuntimeException own = wrong;
    if (own == null) {
      own =
          Team.attempt(
              () -> {
                first[0] = v.data(where.offset(), v.representation.fileBytes(buf));
                data[0] = inFile(v, isWrite, buf);
                size[0] = isWrite ? 0 : handle.size();
              });
    }
    long bytes = data[0].bytes();
    Team.Facts facts = all.begin(call, own, first[0], bytes, size[0]);
    long[] from = new long[all.size()];
    long[] to = new long[all.size()];
    long end = 0;
    for (int r = 0; r < from.length; r++) {
      from[r] = facts.of(r, 0);
      to[r] = from[r] + facts.of(r, 1);
      end = Math.max(end, facts.of(r, 2)); // each knows of what it has written
    }
    if (isOrdered) {
      inOrder(all, v, from, to);
    }
    var access = new CollectiveAccess(handle, all, new Asked(v, from, to), end);
    long[] moved = {0};
    RuntimeException error =
        access.isForEachOther(isWrite)
            ? access.perform(isWrite, data[0], moved)
            : Team.attempt(() -> moved[0] = atOnce(v, isWrite, from[all.rank()], data[0]));
    if (error == null && !isWrite) {
      error = Team.attempt(() -> moved[0] = v.representation.fromFile(data[0], moved[0], buf));
    }
    all.agree(call.toString(), error);
    return isWrite ? buf.bytes() : moved[0];
  }

  private long atOnce(Views v, boolean isWrite, long from, Buf data) {
    long moved = transfer(v, isWrite, from, data);
    if (isWrite) {
      handle.report(moved, moved);
    }
    return moved;
  }

  /** One after the other from the shared pointer on. */
  private void inOrder(Team all, Views v, long[] from, long[] to) {
    long total = 0;
    for (int r = 0; r < from.length; r++) {
      total += to[r] - from[r];
    }
    long etypes = v.etypeBytes == 0 ? 0 : total / v.etypeBytes;
    long at = all.bcast(all.rank() == 0 ? pointers.shared().add(etypes) : 0) * v.etypeBytes;
    for (int r = 0; r < from.length; r++) {
      long bytes = to[r] - from[r];
      from[r] = at;
      to[r] = at + bytes;
      at += bytes;
    }
  }
}
