package org.purempi.communicator;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.FileMode;
import org.purempi.MpiException;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.device.DeviceMemory;
import org.purempi.file.FileCore;
import org.purempi.file.Where;
import org.purempi.layout.Layout;
import org.purempi.onesided.WindowCore;
import org.purempi.request.FileRequest;

/** The calls of a file that move data (section 14.4). */
abstract class FileAccess extends FileScope {
  private static final boolean READ = false;
  private static final boolean WRITE = true;

  /** A split collective call that has begun, and what it is. */
  private record Split(String call, Request<Status> request) {}

  private @Nullable Split split;

  FileAccess(Rank home, FileCore core) {
    super(home, core);
  }

  // ---- checks

  private void check(boolean isWrite, Where where, Buf buf) {
    if (isWrite && has(FileMode.RDONLY)) {
      throw wrong(ErrorClass.READ_ONLY, "it has been opened as RDONLY");
    }
    if (!isWrite && has(FileMode.WRONLY)) {
      throw wrong(ErrorClass.ACCESS, "it has been opened as WRONLY, so it cannot be read");
    }
    boolean isAtOwn = where.pointer() == Where.Pointer.NONE || where.pointer() == Where.Pointer.OWN;
    if (isAtOwn && has(FileMode.SEQUENTIAL)) {
      throw new MpiException(
          ErrorClass.UNSUPPORTED_OPERATION,
          "it has been opened as SEQUENTIAL: only calls with the shared pointer are possible");
    }
    if (where.offset() < 0) {
      throw wrong(ErrorClass.ARG, "the offset is " + where.offset() + ": 0 or more");
    }
    if (buf == Buf.IN_PLACE) {
      throw wrong(ErrorClass.BUFFER, "IN_PLACE is no buffer of a file");
    }
    if (buf.base() instanceof MemorySegment s) {
      if (!s.scope().isAlive() || !s.isAccessibleBy(Thread.currentThread())) {
        throw wrong(ErrorClass.BUFFER, "the memory has been closed, or belongs to another thread");
      }
      if (!isWrite && s.isReadOnly()) {
        throw wrong(ErrorClass.BUFFER, "the memory to read into is read-only");
      }
    }
    if (buf.base() instanceof DeviceMemory memory && !memory.isOpen()) {
      throw wrong(ErrorClass.BUFFER, "the memory has been freed: " + memory);
    }
    if (!isWrite && Layout.overlaps(buf)) {
      throw wrong(ErrorClass.TYPE, Layout.overlap(buf));
    }
    long etype = core.etypeBytes();
    long bytes = core.fileBytes(buf);
    if (etype == 0 ? bytes != 0 : bytes % etype != 0) {
      throw wrong(
          ErrorClass.ARG,
          buf + " are " + bytes + " bytes in the file, not a whole number of etypes of " + etype);
    }
  }

  private Status alone(String call, boolean isWrite, Where where, Buf buf) {
    return perform(
        call,
        () -> {
          check(isWrite, where, buf);
          return core.transfers().alone(isWrite, where, buf);
        });
  }

  private Request<Status> startAlone(String call, boolean isWrite, Where where, Buf buf) {
    return perform(
        call,
        () -> {
          check(isWrite, where, buf);
          boolean isConfined = WindowCore.isConfined(buf);
          return new FileRequest(
              this, core.transfers().startAlone(isWrite, where, buf, isConfined));
        });
  }

  private Status together(String call, boolean isWrite, Where where, Buf buf) {
    return perform(
        call,
        () ->
            core.transfers()
                .together(isWrite, where, buf, wrong(() -> check(isWrite, where, buf))));
  }

  private Request<Status> startTogether(String call, boolean isWrite, Where where, Buf buf) {
    return perform(
        call,
        () -> {
          RuntimeException wrong =
              wrong(
                  call,
                  () -> {
                    check(isWrite, where, buf);
                    if (WindowCore.isConfined(buf)) {
                      throw wrong(
                          ErrorClass.BUFFER,
                          "the memory belongs to one thread, and the call goes on by another: take"
                              + " an arena of ofShared() or ofAuto()");
                    }
                  });
          return new FileRequest(this, core.transfers().startTogether(isWrite, where, buf, wrong));
        });
  }

  // ---- at explicit offsets

  @Override
  public final Status readAt(long offset, Buf buf) {
    return alone("readAt", READ, Where.at(offset), buf);
  }

  @Override
  public final Status readAtAll(long offset, Buf buf) {
    return together("readAtAll", READ, Where.at(offset), buf);
  }

  @Override
  public final Status writeAt(long offset, Buf buf) {
    return alone("writeAt", WRITE, Where.at(offset), buf);
  }

  @Override
  public final Status writeAtAll(long offset, Buf buf) {
    return together("writeAtAll", WRITE, Where.at(offset), buf);
  }

  @Override
  public final Request<Status> ireadAt(long offset, Buf buf) {
    return startAlone("ireadAt", READ, Where.at(offset), buf);
  }

  @Override
  public final Request<Status> ireadAtAll(long offset, Buf buf) {
    return startTogether("ireadAtAll", READ, Where.at(offset), buf);
  }

  @Override
  public final Request<Status> iwriteAt(long offset, Buf buf) {
    return startAlone("iwriteAt", WRITE, Where.at(offset), buf);
  }

  @Override
  public final Request<Status> iwriteAtAll(long offset, Buf buf) {
    return startTogether("iwriteAtAll", WRITE, Where.at(offset), buf);
  }

  // ---- at this rank's pointer

  @Override
  public final Status read(Buf buf) {
    return alone("read", READ, Where.OWN, buf);
  }

  @Override
  public final Status readAll(Buf buf) {
    return together("readAll", READ, Where.OWN, buf);
  }

  @Override
  public final Status write(Buf buf) {
    return alone("write", WRITE, Where.OWN, buf);
  }

  @Override
  public final Status writeAll(Buf buf) {
    return together("writeAll", WRITE, Where.OWN, buf);
  }

  @Override
  public final Request<Status> iread(Buf buf) {
    return startAlone("iread", READ, Where.OWN, buf);
  }

  @Override
  public final Request<Status> ireadAll(Buf buf) {
    return startTogether("ireadAll", READ, Where.OWN, buf);
  }

  @Override
  public final Request<Status> iwrite(Buf buf) {
    return startAlone("iwrite", WRITE, Where.OWN, buf);
  }

  @Override
  public final Request<Status> iwriteAll(Buf buf) {
    return startTogether("iwriteAll", WRITE, Where.OWN, buf);
  }

  // ---- at the shared pointer

  @Override
  public final Status readShared(Buf buf) {
    return alone("readShared", READ, Where.SHARED, buf);
  }

  @Override
  public final Status writeShared(Buf buf) {
    return alone("writeShared", WRITE, Where.SHARED, buf);
  }

  @Override
  public final Request<Status> ireadShared(Buf buf) {
    return startAlone("ireadShared", READ, Where.SHARED, buf);
  }

  @Override
  public final Request<Status> iwriteShared(Buf buf) {
    return startAlone("iwriteShared", WRITE, Where.SHARED, buf);
  }

  @Override
  public final Status readOrdered(Buf buf) {
    return together("readOrdered", READ, Where.ORDERED, buf);
  }

  @Override
  public final Status writeOrdered(Buf buf) {
    return together("writeOrdered", WRITE, Where.ORDERED, buf);
  }

  // ---- split collectives

  private void begin(String call, boolean isWrite, Where where, Buf buf) {
    perform(
        call,
        () -> {
          Split open = split;
          if (open != null) {
            throw wrong(
                ErrorClass.OTHER,
                open.call() + "Begin has not been ended, and a file has one split call at a time");
          }
        });
    String name = call.substring(0, call.length() - "Begin".length());
    split = new Split(name, startTogether(call, isWrite, where, buf));
  }

  private Status end(String call) {
    Request<Status> request =
        perform(
            call,
            () -> {
              Split open = split;
              if (open == null || !call.equals(open.call() + "End")) {
                throw wrong(
                    ErrorClass.OTHER,
                    open == null
                        ? "nothing has been begun"
                        : open.call() + "Begin has been called, so " + open.call() + "End ends it");
              }
              return open.request();
            });
    split = null;
    return request.waitFor();
  }

  @Override
  public final void readAtAllBegin(long offset, Buf buf) {
    begin("readAtAllBegin", READ, Where.at(offset), buf);
  }

  @Override
  public final Status readAtAllEnd() {
    return end("readAtAllEnd");
  }

  @Override
  public final void writeAtAllBegin(long offset, Buf buf) {
    begin("writeAtAllBegin", WRITE, Where.at(offset), buf);
  }

  @Override
  public final Status writeAtAllEnd() {
    return end("writeAtAllEnd");
  }

  @Override
  public final void readAllBegin(Buf buf) {
    begin("readAllBegin", READ, Where.OWN, buf);
  }

  @Override
  public final Status readAllEnd() {
    return end("readAllEnd");
  }

  @Override
  public final void writeAllBegin(Buf buf) {
    begin("writeAllBegin", WRITE, Where.OWN, buf);
  }

  @Override
  public final Status writeAllEnd() {
    return end("writeAllEnd");
  }

  @Override
  public final void readOrderedBegin(Buf buf) {
    begin("readOrderedBegin", READ, Where.ORDERED, buf);
  }

  @Override
  public final Status readOrderedEnd() {
    return end("readOrderedEnd");
  }

  @Override
  public final void writeOrderedBegin(Buf buf) {
    begin("writeOrderedBegin", WRITE, Where.ORDERED, buf);
  }

  @Override
  public final Status writeOrderedEnd() {
    return end("writeOrderedEnd");
  }
}
