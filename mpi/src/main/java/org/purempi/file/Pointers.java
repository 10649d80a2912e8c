package org.purempi.file;

import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.Whence;

/** Where calls without an offset read and write (sections 14.4.3 and 14.4.4); in etypes. */
final class Pointers {
  private final Handle handle;
  private final SharedPointer shared;
  private long own;

  Pointers(Handle handle, SharedPointer shared) {
    this.handle = handle;
    this.shared = shared;
  }

  synchronized long own() {
    return own;
  }

  synchronized void own(long etypes) {
    own = etypes;
  }

  synchronized void seek(long offset, Whence whence) {
    own = target(offset, whence, own);
  }

  /** Moves this rank's pointer; where it was. */
  synchronized long advance(long etypes) {
    long old = own;
    own += etypes;
    return old;
  }

  SharedPointer shared() {
    return shared;
  }

  /** Where a pointer goes to. */
  long target(long offset, Whence whence, long now) {
    long base =
        switch (whence) {
          case SET -> 0;
          case CUR -> now;
          case END -> endOfView();
        };
    long to = base + offset;
    if (to < 0) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          "offset " + offset + " from " + whence + " is before the beginning of the view");
    }
    handle.views.requirePossible(to);
    return to;
  }

  /** Etypes of the view up to the end of the file; one of which the file has a part counts. */
  private long endOfView() {
    Views v = handle.views;
    long data = v.mine.below(handle.size());
    return v.etypeBytes == 0 ? 0 : (data + v.etypeBytes - 1) / v.etypeBytes;
  }
}
