package org.purempi.abi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.MpiArgumentException;

/** What the ABI is like, and what Fortran's compiler says of its types (section 20.4). */
final class Abi {
  private static final int MOST_LOGICAL = 16;

  private static byte[] isTrue = {};
  private static byte[] isFalse = {};
  private static Info fortran = Info.EMPTY;

  private Abi() {}

  static void abiGetInfo(long info) {
    Infos.put(
        info,
        Info.of("mpi_aint_size", "8").with("mpi_count_size", "8").with("mpi_offset_size", "8"));
  }

  static synchronized void abiSetFortranInfo(long info) {
    if (fortran.nkeys() > 0) {
      throw alreadySet();
    }
    fortran = Table.info(info);
  }

  static synchronized void abiGetFortranInfo(long info) {
    if (fortran.nkeys() == 0) {
      Native.putLong(info, Constants.INFO_NULL);
    } else {
      Infos.put(info, fortran);
    }
  }

  static synchronized void abiSetFortranBooleans(int size, long whenTrue, long whenFalse) {
    if (isTrue.length > 0) {
      throw alreadySet();
    }
    if (size < 1 || size > MOST_LOGICAL) {
      throw new MpiArgumentException(ErrorClass.ARG, "a Fortran LOGICAL has no " + size + " bytes");
    }
    isTrue = bytes(whenTrue, size);
    isFalse = bytes(whenFalse, size);
  }

  private static MpiArgumentException alreadySet() {
    return new MpiArgumentException(ErrorClass.OTHER, "this can be set only once");
  }

  private static byte[] bytes(long address, int size) {
    var bytes = new byte[size];
    MemorySegment.copy(Native.ALL, ValueLayout.JAVA_BYTE, address, bytes, 0, size);
    return bytes;
  }

  static synchronized void abiGetFortranBooleans(
      int size, long whenTrue, long whenFalse, Numbers isSet) {
    boolean isKnown = isTrue.length == size;
    isSet.set(isKnown ? 1 : 0);
    if (isKnown) {
      MemorySegment.copy(isTrue, 0, Native.ALL, ValueLayout.JAVA_BYTE, whenTrue, size);
      MemorySegment.copy(isFalse, 0, Native.ALL, ValueLayout.JAVA_BYTE, whenFalse, size);
    }
  }
}
