package org.purempi.abi;

import java.lang.foreign.MemorySegment;
import org.purempi.Assertion;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Info;
import org.purempi.LockType;
import org.purempi.MpiArgumentException;
import org.purempi.Window;
import org.purempi.WindowPart;

/** Windows and their epochs (sections 12.2 and 12.5); {@link WindowAccess} has what moves data. */
final class Windows {
  private static final Assertion[] NO_ASSERTIONS = {};

  private Windows() {}

  static Window of(long win) {
    return Table.WINDOWS.get(win).window;
  }

  // ---- the beginning and the end

  static void winCreate(long base, long size, long dispUnit, long info, long comm, long win) {
    Communicator c = Table.comm(comm).get();
    Buf memory = requireSize(size) == 0 ? Buf.EMPTY : Bufs.bytes(requireBase(base), size);
    put(win, Window.create(c, memory, requireUnit(dispUnit), Table.info(info)));
  }

  private static long requireSize(long size) {
    if (size < 0) {
      throw new MpiArgumentException(ErrorClass.SIZE, "memory of " + size + " bytes");
    }
    return size;
  }

  private static long requireBase(long base) {
    if (base == 0) {
      throw new MpiArgumentException(ErrorClass.ARG, "the memory is NULL, but has a size");
    }
    return base;
  }

  private static int requireUnit(long dispUnit) {
    if (dispUnit != (int) dispUnit) {
      throw new MpiArgumentException(
          ErrorClass.DISP,
          "the unit of displacements is " + dispUnit + ": it is 2^31 - 1 bytes at most");
    }
    return (int) dispUnit;
  }

  static void winAllocate(long size, long dispUnit, long info, long comm, long baseptr, long win) {
    Communicator c = Table.comm(comm).get();
    Window made = Window.allocate(c, size, requireUnit(dispUnit), Table.info(info));
    Native.putLong(baseptr, made.memory().address());
    put(win, made);
  }

  static void winAllocateShared(
      long size, long dispUnit, long info, long comm, long baseptr, long win) {
    Communicator c = Table.comm(comm).get();
    Window made = Window.allocateShared(c, size, requireUnit(dispUnit), Table.info(info));
    Native.putLong(baseptr, made.memory().address());
    put(win, made);
  }

  static void winCreateDynamic(long info, long comm, long win) {
    put(win, Window.createDynamic(Table.comm(comm).get(), Table.info(info)));
  }

  private static void put(long address, Window made) {
    made.setErrhandler(ErrorHandler.RETURN); // errors are thrown, and Raise asks C's handler
    WindowHandle w = new WindowHandle(made, ErrorHandlerHandle.FATAL);
    w.handle = Table.WINDOWS.add(w);
    Native.putLong(address, w.handle);
  }

  static void winFree(long win) {
    WindowHandle w = Table.WINDOWS.get(Native.getLong(win));
    try {
      w.attributes.deleteAll(w.handle);
      w.window.close();
    } catch (RuntimeException e) {
      throw new Raise.Tied(w, e);
    }
    PredefinedAttributes.forget(w);
    Table.WINDOWS.remove(w.handle);
    Native.putLong(win, Constants.WIN_NULL);
  }

  // ---- memory

  static void winAttach(long win, long base, long size) {
    WindowHandle w = Table.WINDOWS.get(win);
    boolean isEmpty = requireSize(size) == 0;
    if (!isEmpty && DevicePointers.find(base, size) != null) {
      throw new MpiArgumentException(
          ErrorClass.RMA_ATTACH,
          "a device's memory cannot be attached: make a window of it with MPI_Win_create");
    }
    w.window.attach(isEmpty ? MemorySegment.NULL : Native.ALL.asSlice(requireBase(base), size));
    if (isEmpty) {
      w.empties.add(base);
    }
  }

  static void winDetach(long win, long base) {
    WindowHandle w = Table.WINDOWS.get(win);
    boolean isEmpty = w.empties.remove(base);
    w.window.detach(isEmpty ? MemorySegment.NULL : Native.ALL.asSlice(base, 1));
  }

  static void winSharedQuery(long win, int rank, Numbers size, Numbers dispUnit, long baseptr) {
    WindowPart part = of(win).sharedQuery(rank);
    size.set(part.memory().byteSize());
    dispUnit.set(part.dispUnit());
    Native.putLong(baseptr, part.memory().address());
  }

  // ---- what it is

  static void winGetGroup(long win, long group) {
    Groups.put(group, of(win).group());
  }

  static void winSetInfo(long win, long info) {
    of(win).setInfo(Table.info(info));
  }

  static void winGetInfo(long win, long info) {
    Info known = of(win).getInfo();
    Native.putLong(info, Table.INFOS.add(new Table.InfoHandle(known)));
  }

  // ---- epochs in which targets take part

  static void winFence(int assertion, long win) {
    of(win).fence(assertions(assertion));
  }

  static void winStart(long group, int assertion, long win) {
    var unused = of(win).start(Table.group(group), assertions(assertion));
  }

  static void winComplete(long win) {
    of(win).complete();
  }

  static void winPost(long group, int assertion, long win) {
    var unused = of(win).post(Table.group(group), assertions(assertion));
  }

  static void winWait(long win) {
    of(win).waitFor();
  }

  static void winTest(long win, Numbers flag) {
    flag.set(of(win).test() ? 1 : 0);
  }

  /** The promises among the bits, which {@code |} combines. */
  private static Assertion[] assertions(int bits) {
    if (bits == 0) {
      return NO_ASSERTIONS;
    }
    var all = new Assertion[Integer.bitCount(bits)];
    int rest = bits;
    for (int i = 0; i < all.length; i++) {
      int bit = Integer.lowestOneBit(rest);
      rest -= bit;
      all[i] =
          switch (bit) {
            case Constants.MODE_NOCHECK -> Assertion.NOCHECK;
            case Constants.MODE_NOSTORE -> Assertion.NOSTORE;
            case Constants.MODE_NOPUT -> Assertion.NOPUT;
            case Constants.MODE_NOPRECEDE -> Assertion.NOPRECEDE;
            case Constants.MODE_NOSUCCEED -> Assertion.NOSUCCEED;
            default ->
                throw new MpiArgumentException(
                    ErrorClass.ASSERT, "there is no assertion 0x%x".formatted(bit));
          };
    }
    return all;
  }

  // ---- passive access

  static void winLock(int type, int rank, int assertion, long win) {
    LockType kind =
        switch (type) {
          case Constants.LOCK_EXCLUSIVE -> LockType.EXCLUSIVE;
          case Constants.LOCK_SHARED -> LockType.SHARED;
          default ->
              throw new MpiArgumentException(
                  ErrorClass.LOCKTYPE, "there is no type of lock " + type);
        };
    var unused = of(win).lock(kind, rank, assertions(assertion));
  }

  static void winUnlock(int rank, long win) {
    of(win).unlock(rank);
  }

  static void winLockAll(int assertion, long win) {
    var unused = of(win).lockAll(assertions(assertion));
  }

  static void winUnlockAll(long win) {
    of(win).unlockAll();
  }

  static void winFlush(int rank, long win) {
    of(win).flush(rank);
  }

  static void winFlushAll(long win) {
    of(win).flushAll();
  }

  static void winFlushLocal(int rank, long win) {
    of(win).flushLocal(rank);
  }

  static void winFlushLocalAll(long win) {
    of(win).flushLocalAll();
  }

  static void winSync(long win) {
    of(win).sync();
  }
}
