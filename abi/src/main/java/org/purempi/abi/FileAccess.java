package org.purempi.abi;

/** What moves data of files, at offsets and at each rank's pointer (sections 14.4.2 and 14.4.3). */
final class FileAccess {
  private FileAccess() {}

  // ---- at explicit offsets

  static void fileReadAt(long fh, long offset, long buf, long count, long type, long status) {
    Statuses.put(status, Files.of(fh).readAt(offset, Bufs.of(buf, count, type)));
  }

  static void fileReadAtAll(long fh, long offset, long buf, long count, long type, long status) {
    Statuses.put(status, Files.of(fh).readAtAll(offset, Bufs.of(buf, count, type)));
  }

  static void fileWriteAt(long fh, long offset, long buf, long count, long type, long status) {
    Statuses.put(status, Files.of(fh).writeAt(offset, Bufs.of(buf, count, type)));
  }

  static void fileWriteAtAll(long fh, long offset, long buf, long count, long type, long status) {
    Statuses.put(status, Files.of(fh).writeAtAll(offset, Bufs.of(buf, count, type)));
  }

  static void fileIreadAt(long fh, long offset, long buf, long count, long type, long request) {
    FileHandle f = Table.FILES.get(fh);
    RequestHandle.put(request, f, f.get().ireadAt(offset, Bufs.of(buf, count, type)));
  }

  static void fileIreadAtAll(long fh, long offset, long buf, long count, long type, long request) {
    FileHandle f = Table.FILES.get(fh);
    RequestHandle.put(request, f, f.get().ireadAtAll(offset, Bufs.of(buf, count, type)));
  }

  static void fileIwriteAt(long fh, long offset, long buf, long count, long type, long request) {
    FileHandle f = Table.FILES.get(fh);
    RequestHandle.put(request, f, f.get().iwriteAt(offset, Bufs.of(buf, count, type)));
  }

  static void fileIwriteAtAll(long fh, long offset, long buf, long count, long type, long request) {
    FileHandle f = Table.FILES.get(fh);
    RequestHandle.put(request, f, f.get().iwriteAtAll(offset, Bufs.of(buf, count, type)));
  }

  // ---- at this rank's pointer

  static void fileRead(long fh, long buf, long count, long type, long status) {
    Statuses.put(status, Files.of(fh).read(Bufs.of(buf, count, type)));
  }

  static void fileReadAll(long fh, long buf, long count, long type, long status) {
    Statuses.put(status, Files.of(fh).readAll(Bufs.of(buf, count, type)));
  }

  static void fileWrite(long fh, long buf, long count, long type, long status) {
    Statuses.put(status, Files.of(fh).write(Bufs.of(buf, count, type)));
  }

  static void fileWriteAll(long fh, long buf, long count, long type, long status) {
    Statuses.put(status, Files.of(fh).writeAll(Bufs.of(buf, count, type)));
  }

  static void fileIread(long fh, long buf, long count, long type, long request) {
    FileHandle f = Table.FILES.get(fh);
    RequestHandle.put(request, f, f.get().iread(Bufs.of(buf, count, type)));
  }

  static void fileIreadAll(long fh, long buf, long count, long type, long request) {
    FileHandle f = Table.FILES.get(fh);
    RequestHandle.put(request, f, f.get().ireadAll(Bufs.of(buf, count, type)));
  }

  static void fileIwrite(long fh, long buf, long count, long type, long request) {
    FileHandle f = Table.FILES.get(fh);
    RequestHandle.put(request, f, f.get().iwrite(Bufs.of(buf, count, type)));
  }

  static void fileIwriteAll(long fh, long buf, long count, long type, long request) {
    FileHandle f = Table.FILES.get(fh);
    RequestHandle.put(request, f, f.get().iwriteAll(Bufs.of(buf, count, type)));
  }
}
