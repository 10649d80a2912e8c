package org.purempi.abi;

/**
 * Names of communicators, datatypes and windows, also of null handles (section 7.8). The library
 * keeps all of a name; a C program gets as much as {@code MPI_MAX_OBJECT_NAME} has room for.
 */
final class Names {
  private Names() {}

  static void commSetName(long comm, long name) {
    CommHandle c = Table.comm(comm);
    c.name = Native.text(name);
    c.get().setName(c.name);
  }

  static void commGetName(long comm, long name, Numbers length) {
    length.set(Native.putText(name, commName(comm), Constants.MAX_OBJECT_NAME));
  }

  private static String commName(long comm) {
    return comm == Constants.COMM_NULL ? "MPI_COMM_NULL" : Table.comm(comm).name;
  }

  static void typeSetName(long type, long name) {
    Table.type(type).name = Native.text(name);
  }

  static void typeGetName(long type, long name, Numbers length) {
    length.set(Native.putText(name, typeName(type), Constants.MAX_OBJECT_NAME));
  }

  private static String typeName(long type) {
    return type == Constants.DATATYPE_NULL ? "MPI_DATATYPE_NULL" : Table.type(type).name;
  }

  static void winSetName(long win, long name) {
    WindowHandle w = Table.WINDOWS.get(win);
    w.name = Native.text(name);
    w.window.setName(w.name);
  }

  static void winGetName(long win, long name, Numbers length) {
    length.set(Native.putText(name, winName(win), Constants.MAX_OBJECT_NAME));
  }

  private static String winName(long win) {
    return win == Constants.WIN_NULL ? "MPI_WIN_NULL" : Table.WINDOWS.get(win).name;
  }
}
