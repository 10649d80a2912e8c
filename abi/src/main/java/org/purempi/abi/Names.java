package org.purempi.abi;

import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/** Names of communicators, datatypes and windows (section 7.8). */
final class Names {
  private Names() {}

  static void commSetName(long comm, long name) {
    CommHandle c = Table.comm(comm);
    c.name = text(name);
    c.get().setName(c.name);
  }

  static void commGetName(long comm, long name, Numbers length) {
    length.set(Native.putText(name, Table.comm(comm).name, Constants.MAX_OBJECT_NAME));
  }

  static void typeSetName(long type, long name) {
    Table.type(type).name = text(name);
  }

  static void typeGetName(long type, long name, Numbers length) {
    length.set(Native.putText(name, typeName(type), Constants.MAX_OBJECT_NAME));
  }

  private static String typeName(long type) {
    return type == Constants.DATATYPE_NULL ? "MPI_DATATYPE_NULL" : Table.type(type).name;
  }

  static void winSetName(long win, long name) {
    WindowHandle w = Table.WINDOWS.get(win);
    w.name = text(name);
    w.window.setName(w.name);
  }

  static void winGetName(long win, long name, Numbers length) {
    length.set(Native.putText(name, Table.WINDOWS.get(win).name, Constants.MAX_OBJECT_NAME));
  }

  private static String text(long name) {
    String text = Native.text(name);
    if (text.length() >= Constants.MAX_OBJECT_NAME) {
      throw new MpiArgumentException(
          ErrorClass.ARG, "a name has at most " + (Constants.MAX_OBJECT_NAME - 1) + " characters");
    }
    return text;
  }
}
