package org.purempi.abi;

import org.purempi.ErrorClass;
import org.purempi.Group;
import org.purempi.Info;
import org.purempi.Message;
import org.purempi.Session;

/** What each handle of the program stands for. */
final class Table {
  static final Handles<CommHandle> COMMS = new Handles<>("communicator", ErrorClass.COMM);
  static final Handles<TypeHandle> TYPES = new Handles<>("datatype", ErrorClass.TYPE);
  static final Handles<Group> GROUPS = new Handles<>("group", ErrorClass.GROUP);
  static final Handles<OpHandle> OPS = new Handles<>("operation", ErrorClass.OP);
  static final Handles<InfoHandle> INFOS = new Handles<>("info", ErrorClass.INFO);
  static final Handles<ErrorHandlerHandle> ERROR_HANDLERS =
      new Handles<>("error handler", ErrorClass.ARG);
  static final Handles<RequestHandle> REQUESTS = new Handles<>("request", ErrorClass.REQUEST);
  static final Handles<MessageHandle> MESSAGES = new Handles<>("message", ErrorClass.REQUEST);
  static final Handles<WindowHandle> WINDOWS = new Handles<>("window", ErrorClass.WIN);
  static final Handles<FileHandle> FILES = new Handles<>("file", ErrorClass.FILE);
  static final Handles<SessionHandle> SESSIONS = new Handles<>("session", ErrorClass.SESSION);

  static {
    GROUPS.give(Constants.GROUP_EMPTY, Group.EMPTY);
    PredefinedTypes.give(TYPES);
    OpHandle.give(OPS);
    ErrorHandlerHandle.give(ERROR_HANDLERS);
  }

  private Table() {}

  /**
   * A message that was probed and not yet received.
   *
   * @param comm where it came
   */
  record MessageHandle(CommHandle comm, Message message) {}

  /** Hints, which unlike {@link Info} change. */
  static final class InfoHandle {
    Info info;

    InfoHandle(Info info) {
      this.info = info;
    }
  }

  /** A session and what happens on its errors. */
  static final class SessionHandle extends Owner {
    final Session session;

    SessionHandle(Session session, ErrorHandlerHandle errors) {
      super(errors);
      this.session = session;
    }

    @Override
    public String toString() {
      return "a session";
    }
  }

  static CommHandle comm(long handle) {
    return COMMS.get(handle);
  }

  static TypeHandle type(long handle) {
    return TYPES.get(handle);
  }

  static Group group(long handle) {
    return GROUPS.get(handle);
  }

  /** The hints; none for {@code MPI_INFO_NULL}. */
  static Info info(long handle) {
    return handle == Constants.INFO_NULL ? Info.EMPTY : INFOS.get(handle).info;
  }
}
