package org.purempi.abi;

import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Intercommunicator;
import org.purempi.MpiArgumentException;
import org.purempi.Session;
import org.purempi.abi.Table.SessionHandle;

/** Sessions (section 11.3), and communicators made of groups (7.4.2 and 7.6.2). */
final class Sessions {
  private Sessions() {}

  static void sessionInit(long info, long errhandler, long session) {
    ErrorHandlerHandle errors = Table.ERROR_HANDLERS.get(errhandler);
    Session begun = Session.init(Table.info(info), ErrorHandler.RETURN);
    var made = new SessionHandle(begun, errors);
    made.handle = Table.SESSIONS.add(made);
    Native.putLong(session, made.handle);
  }

  static void sessionFinalize(long session) {
    SessionHandle s = Table.SESSIONS.get(Native.getLong(session));
    s.session.close();
    Table.SESSIONS.remove(s.handle);
    Native.putLong(session, Constants.SESSION_NULL);
  }

  static void sessionGetInfo(long session, long info) {
    Infos.put(info, Table.SESSIONS.get(session).session.getInfo());
  }

  static void sessionGetNumPsets(long session, long info, Numbers count) {
    count.set(Table.SESSIONS.get(session).session.getNumPsets());
  }

  static void sessionGetNthPset(long session, long info, int n, Numbers length, long name) {
    String text = Table.SESSIONS.get(session).session.getNthPset(n);
    int room = (int) length.get(0);
    if (room > 0) {
      int unused = Native.putText(name, text, room);
    }
    length.set(text.length() + 1);
  }

  static void sessionGetPsetInfo(long session, long name, long info) {
    Infos.put(info, Table.SESSIONS.get(session).session.getPsetInfo(Native.text(name)));
  }

  /** The group knows its processes, but not its session: that is the first one there is. */
  private static Session any() {
    SessionHandle s = Table.SESSIONS.first();
    if (s != null) {
      return s.session;
    }
    if (Program.mpiIfThere() == null) {
      throw new MpiArgumentException(
          ErrorClass.SESSION, "there is no session: call MPI_Session_init first");
    }
    return Program.session();
  }

  static void commCreateFromGroup(long group, long tag, long info, long errhandler, long newcomm) {
    ErrorHandlerHandle errors = Table.ERROR_HANDLERS.get(errhandler);
    Communicators.put(
        newcomm,
        any()
            .commCreateFromGroup(
                Table.group(group), Native.text(tag), Table.info(info), ErrorHandler.RETURN),
        errors);
  }

  static void intercommCreateFromGroups(
      long localGroup,
      int localLeader,
      long remoteGroup,
      int remoteLeader,
      long tag,
      long info,
      long errhandler,
      long newcomm) {
    ErrorHandlerHandle errors = Table.ERROR_HANDLERS.get(errhandler);
    Intercommunicator made =
        any()
            .intercommCreateFromGroups(
                Table.group(localGroup),
                localLeader,
                Table.group(remoteGroup),
                remoteLeader,
                Native.text(tag),
                Table.info(info),
                ErrorHandler.RETURN);
    Communicators.put(newcomm, made, errors);
  }
}
