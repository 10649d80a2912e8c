package org.purempi.abi;

import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.abi.ErrorHandlerHandle.Kind;

/** Error handlers, classes, codes and texts (sections 9.3 to 9.5). */
final class Errors {
  private Errors() {}

  // ---- handlers

  static void commCreateErrhandler(long function, long errhandler) {
    create(function, Kind.COMM, errhandler);
  }

  static void winCreateErrhandler(long function, long errhandler) {
    create(function, Kind.WIN, errhandler);
  }

  static void fileCreateErrhandler(long function, long errhandler) {
    create(function, Kind.FILE, errhandler);
  }

  static void sessionCreateErrhandler(long function, long errhandler) {
    create(function, Kind.SESSION, errhandler);
  }

  private static void create(long function, Kind kind, long errhandler) {
    if (function == 0) {
      throw new MpiArgumentException(ErrorClass.ARG, "the function is NULL");
    }
    put(errhandler, new ErrorHandlerHandle(function, kind));
  }

  private static void put(long address, ErrorHandlerHandle handler) {
    Native.putLong(address, handler.take());
  }

  static void errhandlerFree(long errhandler) {
    Table.ERROR_HANDLERS.get(Native.getLong(errhandler)).free();
    Native.putLong(errhandler, Constants.ERRHANDLER_NULL);
  }

  private static ErrorHandlerHandle handler(long errhandler, Kind kind) {
    ErrorHandlerHandle h = Table.ERROR_HANDLERS.get(errhandler);
    if (h.kind != Kind.ANY && h.kind != kind) {
      throw new MpiArgumentException(
          ErrorClass.ARG, "an error handler for " + h.kind + " does not fit here");
    }
    return h;
  }

  static void commSetErrhandler(long comm, long errhandler) {
    Table.comm(comm).errors = handler(errhandler, Kind.COMM);
  }

  static void commGetErrhandler(long comm, long errhandler) {
    put(errhandler, Table.comm(comm).errors);
  }

  static void commCallErrhandler(long comm, int code) {
    call(Table.comm(comm), code);
  }

  static void winSetErrhandler(long win, long errhandler) {
    Table.WINDOWS.get(win).errors = handler(errhandler, Kind.WIN);
  }

  static void winGetErrhandler(long win, long errhandler) {
    put(errhandler, Table.WINDOWS.get(win).errors);
  }

  static void winCallErrhandler(long win, int code) {
    call(Table.WINDOWS.get(win), code);
  }

  /** That of {@code MPI_FILE_NULL} is the first one of every file. */
  private static Owner file(long file) {
    return file == Constants.FILE_NULL ? FileHandle.none() : Table.FILES.get(file);
  }

  static void fileSetErrhandler(long file, long errhandler) {
    file(file).errors = handler(errhandler, Kind.FILE);
  }

  static void fileGetErrhandler(long file, long errhandler) {
    put(errhandler, file(file).errors);
  }

  static void fileCallErrhandler(long file, int code) {
    call(file(file), code);
  }

  static void sessionSetErrhandler(long session, long errhandler) {
    Table.SESSIONS.get(session).errors = handler(errhandler, Kind.SESSION);
  }

  static void sessionGetErrhandler(long session, long errhandler) {
    put(errhandler, Table.SESSIONS.get(session).errors);
  }

  static void sessionCallErrhandler(long session, int code) {
    call(Table.SESSIONS.get(session), code);
  }

  private static void call(Owner owner, int code) {
    Raise.call(owner, owner.errors, code, "the program has called the error handler");
  }

  // ---- classes, codes and texts

  static void addErrorClass(Numbers errorclass) {
    errorclass.set(ErrorTexts.addClass());
  }

  static void addErrorCode(int errorclass, Numbers code) {
    code.set(ErrorTexts.addCode(errorclass));
  }

  static void addErrorString(int code, long text) {
    ErrorTexts.text(code, Native.text(text));
  }

  static void removeErrorClass(int errorclass) {
    ErrorTexts.remove(errorclass, true);
  }

  static void removeErrorCode(int code) {
    ErrorTexts.remove(code, false);
  }

  static void removeErrorString(int code) {
    ErrorTexts.removeText(code);
  }

  static void errorClass(int code, Numbers errorclass) {
    errorclass.set(ErrorTexts.classOf(code));
  }

  static void errorString(int code, long text, Numbers length) {
    length.set(Native.putText(text, ErrorTexts.text(code), Constants.MAX_ERROR_STRING));
  }
}
