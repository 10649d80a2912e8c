package org.purempi.abi;

/**
 * Files that ranks read and write together: the shared pointer and split collectives (sections
 * 14.4.4 and 14.4.5).
 */
final class SharedFiles {
  private SharedFiles() {}

  // ---- the shared pointer

  static void fileSeekShared(long fh, long offset, int whence) {
    Files.of(fh).seekShared(offset, Files.whence(whence));
  }

  static void fileGetPositionShared(long fh, Numbers offset) {
    offset.set(Files.of(fh).getPositionShared());
  }

  static void fileReadShared(long fh, long buf, long count, long type, long status) {
    Statuses.put(status, Files.of(fh).readShared(Bufs.of(buf, count, type)));
  }

  static void fileWriteShared(long fh, long buf, long count, long type, long status) {
    Statuses.put(status, Files.of(fh).writeShared(Bufs.of(buf, count, type)));
  }

  static void fileReadOrdered(long fh, long buf, long count, long type, long status) {
    Statuses.put(status, Files.of(fh).readOrdered(Bufs.of(buf, count, type)));
  }

  static void fileWriteOrdered(long fh, long buf, long count, long type, long status) {
    Statuses.put(status, Files.of(fh).writeOrdered(Bufs.of(buf, count, type)));
  }

  static void fileIreadShared(long fh, long buf, long count, long type, long request) {
    FileHandle f = Table.FILES.get(fh);
    RequestHandle.put(request, f, f.get().ireadShared(Bufs.of(buf, count, type)));
  }

  static void fileIwriteShared(long fh, long buf, long count, long type, long request) {
    FileHandle f = Table.FILES.get(fh);
    RequestHandle.put(request, f, f.get().iwriteShared(Bufs.of(buf, count, type)));
  }

  // ---- in two halves; the buffer is known from the first

  static void fileReadAtAllBegin(long fh, long offset, long buf, long count, long type) {
    Files.of(fh).readAtAllBegin(offset, Bufs.of(buf, count, type));
  }

  static void fileReadAtAllEnd(long fh, long buf, long status) {
    Statuses.put(status, Files.of(fh).readAtAllEnd());
  }

  static void fileWriteAtAllBegin(long fh, long offset, long buf, long count, long type) {
    Files.of(fh).writeAtAllBegin(offset, Bufs.of(buf, count, type));
  }

  static void fileWriteAtAllEnd(long fh, long buf, long status) {
    Statuses.put(status, Files.of(fh).writeAtAllEnd());
  }

  static void fileReadAllBegin(long fh, long buf, long count, long type) {
    Files.of(fh).readAllBegin(Bufs.of(buf, count, type));
  }

  static void fileReadAllEnd(long fh, long buf, long status) {
    Statuses.put(status, Files.of(fh).readAllEnd());
  }

  static void fileWriteAllBegin(long fh, long buf, long count, long type) {
    Files.of(fh).writeAllBegin(Bufs.of(buf, count, type));
  }

  static void fileWriteAllEnd(long fh, long buf, long status) {
    Statuses.put(status, Files.of(fh).writeAllEnd());
  }

  static void fileReadOrderedBegin(long fh, long buf, long count, long type) {
    Files.of(fh).readOrderedBegin(Bufs.of(buf, count, type));
  }

  static void fileReadOrderedEnd(long fh, long buf, long status) {
    Statuses.put(status, Files.of(fh).readOrderedEnd());
  }

  static void fileWriteOrderedBegin(long fh, long buf, long count, long type) {
    Files.of(fh).writeOrderedBegin(Bufs.of(buf, count, type));
  }

  static void fileWriteOrderedEnd(long fh, long buf, long status) {
    Statuses.put(status, Files.of(fh).writeOrderedEnd());
  }
}
