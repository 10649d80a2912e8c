package org.purempi.abi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiAbortException;
import org.purempi.MpiError;

/**
 * What has failed becomes an error code, and goes to the error handler of what it is tied to
 * (section 9.3): of the communicator, window, file or session among the arguments, else of {@code
 * MPI_COMM_SELF}. As programs older than MPI 4.0 expect it, the handler of {@code MPI_COMM_WORLD}
 * takes the place of that of {@code MPI_COMM_SELF} as long as that one is as it was at first.
 */
final class Raise {
  private Raise() {}

  /** An error that is tied to another object than the arguments tell. */
  static final class Tied extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Owner owner;
    private final transient Throwable reason;

    /** Of an owner, for a reason. */
    Tied(Owner owner, Throwable reason) {
      super(reason.getMessage(), reason, false, false);
      this.owner = owner;
      this.reason = reason;
    }
  }

  /** An error code of the program's own, or one that a callback has returned. */
  static final class Coded extends RuntimeException implements MpiError {
    private static final long serialVersionUID = 1L;
    private final int code;

    /** The code and what happened. */
    Coded(int code, String message) {
      super(message, null, false, false);
      this.code = code;
    }

    /** What a status of several can tell of it. */
    @Override
    public ErrorClass errorClass() {
      for (ErrorClass one : ErrorClass.values()) {
        if (Constants.errorClass(one.name()) == code) {
          return one;
        }
      }
      return ErrorClass.OTHER;
    }
  }

  static int onComm(long comm, String function, Throwable e) {
    return on(Table.COMMS.find(comm), function, e);
  }

  static int onWin(long win, String function, Throwable e) {
    return on(Table.WINDOWS.find(win), function, e);
  }

  static int onFile(long file, String function, Throwable e) {
    Owner owner = Table.FILES.find(file);
    return owner == null && !(e instanceof Tied)
        ? handle(FileHandle.none(), FileHandle.none().errors, function, e)
        : on(owner, function, e);
  }

  static int onSession(long session, String function, Throwable e) {
    return on(Table.SESSIONS.find(session), function, e);
  }

  /** Functions of the tool information interface only return what is wrong (section 15.3.10). */
  static int asCode(String function, Throwable e) {
    return e instanceof Coded coded ? coded.code : Constants.T_ERR_INVALID;
  }

  static int onSelf(String function, Throwable e) {
    return on(null, function, e);
  }

  private static int on(@Nullable Owner among, String function, Throwable e) {
    if (e instanceof Tied tied) {
      return on(tied.owner, function, tied.reason);
    }
    Owner owner = among == null ? Program.self() : among;
    if (owner == null) {
      return handle(null, Program.initialHandler(), function, e);
    }
    ErrorHandlerHandle handler = owner.errors;
    Owner world = Program.world();
    boolean isUnset = owner == Program.self() && handler == Program.initialHandler();
    return handle(owner, isUnset && world != null ? world.errors : handler, function, e);
  }

  private static int handle(
      @Nullable Owner owner, ErrorHandlerHandle handler, String function, Throwable e) {
    if (e instanceof MpiAbortException) {
      Helpers.leave(1);
    }
    int code = code(e);
    if (!(e instanceof MpiError)) {
      unexpected(function, e);
    }
    call(owner, handler, code, function + ": " + e.getMessage());
    return code;
  }

  /** What the handler does about an error; returns if the program is to go on. */
  static void call(@Nullable Owner owner, ErrorHandlerHandle handler, int code, String message) {
    ErrorTexts.keep(code, message);
    if (handler == ErrorHandlerHandle.RETURN) {
      return;
    }
    if (handler.kind != ErrorHandlerHandle.Kind.ANY && owner != null) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment handle = arena.allocate(Long.BYTES);
        MemorySegment number = arena.allocate(Integer.BYTES);
        Native.putLong(handle.address(), owner.handle);
        Native.putInt(number.address(), code);
        Helpers.raise(handler.function, handle.address(), number.address());
      }
      return;
    }
    Program.die(owner, code, message);
  }

  /** A fault of ours, or a machine at its limits: the user sees where. */
  private static void unexpected(String function, Throwable e) {
    System.err.println("purempi: " + function + " has failed unexpectedly; please report this:");
    e.printStackTrace();
  }

  static int code(Throwable e) {
    return switch (e) {
      case Coded coded -> coded.code;
      case MpiError error -> Constants.errorClass(error.errorClass().name());
      case ArithmeticException overflow -> Constants.ERR_VALUE_TOO_LARGE;
      case OutOfMemoryError memory -> Constants.ERR_NO_MEM;
      default -> Constants.ERR_INTERN;
    };
  }
}
