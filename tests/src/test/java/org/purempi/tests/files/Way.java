package org.purempi.tests.files;

import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.MpiFile;
import org.purempi.Status;
import org.purempi.Whence;

/** The calls that move data. All ranks move as much; the data of rank r is behind that of r − 1. */
enum Way {
  AT,
  AT_BEGUN,
  OWN,
  OWN_BEGUN,
  SHARED,
  SHARED_BEGUN,
  AT_ALL,
  AT_ALL_BEGUN,
  AT_ALL_SPLIT,
  ALL,
  ALL_BEGUN,
  ALL_SPLIT,
  ORDERED,
  ORDERED_SPLIT;

  /** Whether it returns before it is done. */
  boolean returnsAtOnce() {
    return name().endsWith("BEGUN") || name().endsWith("SPLIT");
  }

  boolean isCollective() {
    return compareTo(AT_ALL) >= 0;
  }

  /** Whether it is by the shared pointer. */
  boolean isShared() {
    return name().startsWith("SHARED") || name().startsWith("ORDERED");
  }

  /**
   * Writes.
   *
   * @param offset where the data of rank 0 is to be, in etypes
   * @param etypes of each rank
   */
  Status write(Communicator world, MpiFile file, long offset, long etypes, Buf buf) {
    return move(true, world, file, offset, offset + world.rank() * etypes, buf);
  }

  /** Reads; see {@link #write}. */
  Status read(Communicator world, MpiFile file, long offset, long etypes, Buf buf) {
    return move(false, world, file, offset, offset + world.rank() * etypes, buf);
  }

  /**
   * Reads or writes.
   *
   * @param first where the data of rank 0 is, which that of others follows, for shared pointers
   * @param mine where this rank's data is, for other calls
   */
  Status move(boolean isWrite, Communicator world, MpiFile file, long first, long mine, Buf buf) {
    if (isShared()) {
      file.seekShared(first, Whence.SET);
    } else if (!name().startsWith("AT")) {
      file.seek(mine, Whence.SET);
    }
    if (this != SHARED && this != SHARED_BEGUN) {
      return isWrite ? write(file, mine, buf) : read(file, mine, buf);
    }
    Status mineWas = Status.EMPTY;
    for (int turn = 0; turn < world.size(); turn++) {
      if (turn == world.rank()) {
        mineWas = isWrite ? write(file, mine, buf) : read(file, mine, buf);
      }
      world.barrier();
    }
    return mineWas;
  }

  private Status write(MpiFile file, long offset, Buf buf) {
    return switch (this) {
      case AT -> file.writeAt(offset, buf);
      case AT_BEGUN -> file.iwriteAt(offset, buf).waitFor();
      case OWN -> file.write(buf);
      case OWN_BEGUN -> file.iwrite(buf).waitFor();
      case SHARED -> file.writeShared(buf);
      case SHARED_BEGUN -> file.iwriteShared(buf).waitFor();
      case AT_ALL -> file.writeAtAll(offset, buf);
      case AT_ALL_BEGUN -> file.iwriteAtAll(offset, buf).waitFor();
      case AT_ALL_SPLIT -> {
        file.writeAtAllBegin(offset, buf);
        yield file.writeAtAllEnd();
      }
      case ALL -> file.writeAll(buf);
      case ALL_BEGUN -> file.iwriteAll(buf).waitFor();
      case ALL_SPLIT -> {
        file.writeAllBegin(buf);
        yield file.writeAllEnd();
      }
      case ORDERED -> file.writeOrdered(buf);
      case ORDERED_SPLIT -> {
        file.writeOrderedBegin(buf);
        yield file.writeOrderedEnd();
      }
    };
  }

  private Status read(MpiFile file, long offset, Buf buf) {
    return switch (this) {
      case AT -> file.readAt(offset, buf);
      case AT_BEGUN -> file.ireadAt(offset, buf).waitFor();
      case OWN -> file.read(buf);
      case OWN_BEGUN -> file.iread(buf).waitFor();
      case SHARED -> file.readShared(buf);
      case SHARED_BEGUN -> file.ireadShared(buf).waitFor();
      case AT_ALL -> file.readAtAll(offset, buf);
      case AT_ALL_BEGUN -> file.ireadAtAll(offset, buf).waitFor();
      case AT_ALL_SPLIT -> {
        file.readAtAllBegin(offset, buf);
        yield file.readAtAllEnd();
      }
      case ALL -> file.readAll(buf);
      case ALL_BEGUN -> file.ireadAll(buf).waitFor();
      case ALL_SPLIT -> {
        file.readAllBegin(buf);
        yield file.readAllEnd();
      }
      case ORDERED -> file.readOrdered(buf);
      case ORDERED_SPLIT -> {
        file.readOrderedBegin(buf);
        yield file.readOrderedEnd();
      }
    };
  }
}
