package org.purempi.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.purempi.ErrorClass;
import org.purempi.FileMode;
import org.purempi.FileView;
import org.purempi.MpiException;
import org.purempi.MpiFile;
import org.purempi.disk.OpenFile;

/** What a rank has of an open file, and what its calls look at. */
final class Handle {
  final OpenFile file;
  final Set<FileMode> amode;
  final Aggregators aggregators;
  final RangeLock lock;
  final Blocks blocks = new Blocks();
  final Independent independent;
  volatile FileHints hints;
  volatile Views views;

  /** Whether what is written is there, whole, for others at once. */
  volatile boolean isAtomic;

  /** Whether something has been written that is not known to be on the device. */
  volatile boolean isDirty;

  /** Is told how far collective writes have come. */
  volatile MpiFile.Progress progress = (done, of) -> {};

  Handle(OpenFile file, Set<FileMode> amode, Aggregators aggregators, FileHints hints, int ranks) {
    this.file = file;
    this.amode = amode;
    this.aggregators = aggregators;
    this.hints = hints;
    this.lock = new RangeLock(file);
    this.independent = new Independent(file, lock, blocks);
    List<View> all = new ArrayList<>();
    for (int i = 0; i < ranks; i++) {
      all.add(View.BYTES);
    }
    this.views = new Views(FileView.BYTES, View.BYTES, all, Representation.NATIVE);
  }

  /** Bytes of the file. */
  long size() {
    return DiskErrors.get(file::size);
  }

  /** Tells the program how far a collective write has come; what it throws is an error of MPI. */
  void report(long doneBytes, long ofBytes) {
    try {
      progress.report(doneBytes, ofBytes);
    } catch (RuntimeException e) {
      throw new MpiException(ErrorClass.OTHER, "the listener of the file's progress threw " + e, e);
    }
  }

  /** Brings what this rank has written to the device. */
  void sync() {
    if (isDirty) {
      DiskErrors.run(file::sync);
      isDirty = false;
    }
  }
}
