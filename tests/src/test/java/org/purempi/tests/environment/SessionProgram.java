package org.purempi.tests.environment;

import org.purempi.Communicator;
import org.purempi.ErrorHandler;
import org.purempi.Group;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.Session;

/** A rank that opens sessions before, beside and after a world: for {@link JobEndTest}. */
final class SessionProgram {
  private SessionProgram() {}

  public static void main(String[] args) {
    int before = inSession("before");
    Session beside = Session.init();
    int inWorld;
    try (Mpi mpi = Mpi.init(args)) {
      inWorld = mpi.world().allreduce(1, Op.SUM);
    }
    int after = sum(beside, "beside");
    beside.close();
    System.out.println("sums " + before + " " + inWorld + " " + after);
  }

  private static int inSession(String tag) {
    try (Session session = Session.init()) {
      return sum(session, tag);
    }
  }

  private static int sum(Session session, String tag) {
    Group world = session.groupFromPset(Session.WORLD);
    Communicator c = session.commCreateFromGroup(world, tag, Info.EMPTY, ErrorHandler.RETURN);
    return c.allreduce(1, Op.SUM);
  }
}
