package org.purempi.abi;

import java.util.EnumSet;
import java.util.Set;
import org.purempi.ErrorClass;
import org.purempi.FileMode;
import org.purempi.FileView;
import org.purempi.Info;
import org.purempi.MpiArgumentException;
import org.purempi.MpiFile;
import org.purempi.Whence;

/**
 * Files, their views and pointers (sections 14.2, 14.3, 14.4.3 and 14.6); {@link FileAccess} and
 * {@link SharedFiles} have what moves data.
 */
final class Files {
  /** The mode of each bit. */
  private enum Mode {
    RDONLY(Constants.MODE_RDONLY, FileMode.RDONLY),
    WRONLY(Constants.MODE_WRONLY, FileMode.WRONLY),
    RDWR(Constants.MODE_RDWR, FileMode.RDWR),
    CREATE(Constants.MODE_CREATE, FileMode.CREATE),
    EXCL(Constants.MODE_EXCL, FileMode.EXCL),
    DELETE_ON_CLOSE(Constants.MODE_DELETE_ON_CLOSE, FileMode.DELETE_ON_CLOSE),
    UNIQUE_OPEN(Constants.MODE_UNIQUE_OPEN, FileMode.UNIQUE_OPEN),
    SEQUENTIAL(Constants.MODE_SEQUENTIAL, FileMode.SEQUENTIAL),
    APPEND(Constants.MODE_APPEND, FileMode.APPEND);

    private final int bit;
    private final FileMode mode;

    Mode(int bit, FileMode mode) {
      this.bit = bit;
      this.mode = mode;
    }
  }

  private Files() {}

  static MpiFile of(long fh) {
    return Table.FILES.get(fh).get();
  }

  // ---- opened and closed

  /** Its errors are of no file yet: those of {@code MPI_FILE_NULL} (section 14.7). */
  static void fileOpen(long comm, long filename, int amode, long info, long fh) {
    try {
      MpiFile opened =
          MpiFile.open(
              Table.comm(comm).get(), Native.text(filename), modes(amode), Table.info(info));
      FileHandle f = FileHandle.of(opened);
      f.handle = Table.FILES.add(f);
      Native.putLong(fh, f.handle);
    } catch (RuntimeException e) {
      Native.putLong(fh, Constants.FILE_NULL);
      throw new Raise.Tied(FileHandle.none(), e);
    }
  }

  private static Set<FileMode> modes(int amode) {
    Set<FileMode> modes = EnumSet.noneOf(FileMode.class);
    int rest = amode;
    for (Mode m : Mode.values()) {
      if ((rest & m.bit) != 0) {
        modes.add(m.mode);
        rest -= m.bit;
      }
    }
    if (rest != 0) {
      throw new MpiArgumentException(
          ErrorClass.AMODE, "amode 0x%x has bits that are no modes".formatted(amode));
    }
    return modes;
  }

  static void fileClose(long fh) {
    FileHandle f = Table.FILES.find(Native.getLong(fh));
    try {
      Table.FILES.get(Native.getLong(fh)).get().close();
    } catch (RuntimeException e) {
      throw new Raise.Tied(f == null ? FileHandle.none() : f, e);
    }
    Table.FILES.remove(Native.getLong(fh));
    Native.putLong(fh, Constants.FILE_NULL);
  }

  static void fileDelete(long filename, long info) {
    try {
      MpiFile.delete(Program.mpi(), Native.text(filename));
    } catch (RuntimeException e) {
      throw new Raise.Tied(FileHandle.none(), e);
    }
  }

  // ---- what it is

  static void fileGetAmode(long fh, Numbers amode) {
    Set<FileMode> modes = of(fh).getAmode();
    int bits = 0;
    for (Mode m : Mode.values()) {
      bits |= modes.contains(m.mode) ? m.bit : 0;
    }
    amode.set(bits);
  }

  static void fileGetGroup(long fh, long group) {
    Groups.put(group, of(fh).group());
  }

  static void fileGetInfo(long fh, long info) {
    Info known = of(fh).getInfo();
    Native.putLong(info, Table.INFOS.add(new Table.InfoHandle(known)));
  }

  static void fileSetInfo(long fh, long info) {
    of(fh).setInfo(Table.info(info));
  }

  static void fileGetSize(long fh, Numbers size) {
    size.set(of(fh).getSize());
  }

  static void fileSetSize(long fh, long size) {
    of(fh).setSize(size);
  }

  static void filePreallocate(long fh, long size) {
    of(fh).preallocate(size);
  }

  // ---- views

  static void fileSetView(long fh, long disp, long etype, long filetype, long datarep, long info) {
    FileHandle f = Table.FILES.get(fh);
    TypeHandle unit = Bufs.committed(etype);
    TypeHandle seen = Bufs.committed(filetype);
    long from = disp == Constants.DISPLACEMENT_CURRENT ? FileView.DISPLACEMENT_CURRENT : disp;
    var view = new FileView(from, unit.type, seen.type, Native.text(datarep));
    f.get().setView(view, Table.info(info));
    f.etype = unit;
    f.filetype = seen;
  }

  static void fileGetView(long fh, Numbers disp, long etype, long filetype, long datarep) {
    FileHandle f = Table.FILES.get(fh);
    FileView view = f.get().getView();
    disp.set(view.disp());
    Native.putLong(etype, f.etype.handle());
    Native.putLong(filetype, f.filetype.handle());
    Native.putText(datarep, view.datarep(), Constants.MAX_DATAREP_STRING);
  }

  static void fileGetTypeExtent(long fh, long type, Numbers extent) {
    extent.set(of(fh).getTypeExtent(Table.type(type).type));
  }

  static void fileGetByteOffset(long fh, long offset, Numbers disp) {
    disp.set(of(fh).getByteOffset(offset));
  }

  // ---- this rank's pointer

  static void fileSeek(long fh, long offset, int whence) {
    of(fh).seek(offset, whence(whence));
  }

  static Whence whence(int whence) {
    return switch (whence) {
      case Constants.SEEK_SET -> Whence.SET;
      case Constants.SEEK_CUR -> Whence.CUR;
      case Constants.SEEK_END -> Whence.END;
      default ->
          throw new MpiArgumentException(
              ErrorClass.ARG, "whence is " + whence + ", not MPI_SEEK_SET, _CUR or _END");
    };
  }

  static void fileGetPosition(long fh, Numbers offset) {
    offset.set(of(fh).getPosition());
  }

  // ---- consistency

  static void fileSetAtomicity(long fh, int flag) {
    of(fh).setAtomicity(flag != 0);
  }

  static void fileGetAtomicity(long fh, Numbers flag) {
    flag.set(of(fh).getAtomicity() ? 1 : 0);
  }

  static void fileSync(long fh) {
    of(fh).sync();
  }
}
