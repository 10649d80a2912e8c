package org.purempi.abi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Datarep;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;

/**
 * Data representations of the program's own (section 14.5.3). Its functions get data without gaps,
 * a run of one basic datatype after the other, always with the position 0.
 */
final class Datareps {
  /** The names of C that stand for a basic datatype where several handles do. */
  private static final int[] FIRST = {
    Constants.INT,
    Constants.SHORT,
    Constants.LONG,
    Constants.UNSIGNED,
    Constants.UNSIGNED_SHORT,
    Constants.UNSIGNED_LONG,
    Constants.SIGNED_CHAR,
    Constants.UNSIGNED_CHAR,
    Constants.CHAR,
    Constants.FLOAT,
    Constants.DOUBLE
  };

  private static final Map<BasicDatatype, Integer> HANDLES = handles();

  private Datareps() {}

  private static Map<BasicDatatype, Integer> handles() {
    var handles = new HashMap<BasicDatatype, Integer>();
    for (int handle : FIRST) {
      add(handles, handle);
    }
    for (int handle = 0; Handles.isGiven(handle); handle++) {
      add(handles, handle);
    }
    return handles;
  }

  private static void add(Map<BasicDatatype, Integer> handles, int handle) {
    TypeHandle t = Table.TYPES.find(handle);
    if (t != null && t.type instanceof BasicDatatype basic) {
      handles.putIfAbsent(basic, handle);
    }
  }

  private static int handle(BasicDatatype type) {
    Integer handle = HANDLES.get(type);
    if (handle == null) {
      throw new MpiArgumentException(ErrorClass.TYPE, "C has no name for " + type);
    }
    return handle;
  }

  static void registerDatarep(long name, long read, long write, long extent, long extraState) {
    register(name, read, write, new Functions(extent, extraState, false));
  }

  static void registerDatarepC(long name, long read, long write, long extent, long extraState) {
    register(name, read, write, new Functions(extent, extraState, true));
  }

  /** Its errors are of no file: those of {@code MPI_FILE_NULL}. */
  private static void register(long name, long read, long write, Functions functions) {
    try {
      String text = Native.text(name);
      if (text.length() >= Constants.MAX_DATAREP_STRING) {
        throw new MpiArgumentException(
            ErrorClass.ARG, "the name has " + text.length() + " characters: that is too long");
      }
      Program.mpi()
          .registerDatarep(
              text,
              new Datarep(
                  functions.conversion(read), functions.conversion(write), functions::bytes));
    } catch (RuntimeException e) {
      throw new Raise.Tied(FileHandle.none(), e);
    }
  }

  /**
   * What the program has registered.
   *
   * @param isLarge whether counts are {@code MPI_Count}
   */
  private record Functions(long extent, long extraState, boolean isLarge) {
    Datarep.@Nullable Conversion conversion(long function) {
      return function == Constants.CONVERSION_FN_NULL
          ? null
          : (memory, type, count, file) -> convert(function, memory, type, count, file);
    }

    int bytes(BasicDatatype type) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment bytes = arena.allocate(Long.BYTES);
        int code =
            (int)
                Helpers.call("illl")
                    .invokeExact(
                        Helpers.function(extent), (long) handle(type), bytes.address(), extraState);
        requireSuccess(code);
        return Math.toIntExact(Native.getLong(bytes.address()));
      } catch (RuntimeException e) {
        throw e;
      } catch (Throwable e) {
        throw Helpers.unexpected(e);
      }
    }

    /** In pieces that the function can count. */
    private void convert(
        long function, MemorySegment memory, BasicDatatype type, long count, MemorySegment file) {
      long each = file.byteSize() / count;
      long most = isLarge ? Long.MAX_VALUE : Integer.MAX_VALUE;
      for (long done = 0; done < count; ) {
        long now = Math.min(most, count - done);
        convert(
            function,
            memory.address() + done * type.size(),
            handle(type),
            now,
            file.address() + done * each);
        done += now;
      }
    }

    private void convert(long function, long memory, long type, long count, long file) {
      MemorySegment code = Helpers.function(function);
      int result;
      try {
        result =
            isLarge
                ? (int)
                    Helpers.call("illllll")
                        .invokeExact(code, memory, type, count, file, 0L, extraState)
                : (int)
                    Helpers.call("illilll")
                        .invokeExact(code, memory, type, (int) count, file, 0L, extraState);
      } catch (Throwable e) {
        throw Helpers.unexpected(e);
      }
      requireSuccess(result);
    }

    private static void requireSuccess(int code) {
      if (code != Constants.SUCCESS) {
        throw new MpiException(
            ErrorClass.CONVERSION, "a function of the data representation returned " + code);
      }
    }
  }
}
