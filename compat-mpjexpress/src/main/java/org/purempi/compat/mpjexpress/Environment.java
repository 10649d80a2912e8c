package org.purempi.compat.mpjexpress;

import java.net.URL;
import java.util.Arrays;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Group;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Session;

/** The rank's environment, which {@code MPI.Init} opens. */
public final class Environment {
  /** A class that only Open MPI's Java API has. */
  static final String OF_OPEN_MPI = "mpi/UserFunction.class";

  private static volatile @Nullable Mpi mpi;
  private static volatile boolean running;

  /** Open from the second start on. */
  private static @Nullable Session session;

  /** What errors of the world did at first, by the launcher's option. */
  private static ErrorHandler onErrors = ErrorHandler.RETURN;

  private Environment() {}

  /**
   * The environment of this rank.
   *
   * @throws MpiException ({@code OTHER}) before {@code MPI.Init}
   */
  public static Mpi mpi() {
    Mpi now = mpi;
    if (now == null) {
      throw new MpiException(
          ErrorClass.OTHER, "MPI has not been started in this rank: call MPI.Init(args) first");
    }
    return now;
  }

  /** Whether MPI runs: {@code MPI.Init} has been called, {@code MPI.Finalize} not since. */
  public static boolean running() {
    return running;
  }

  /**
   * What {@code MPI.Init} leads to.
   *
   * @param world all ranks
   * @param self this rank alone
   */
  public record Start(Communicator world, Communicator self) {}

  /**
   * Starts MPI in this rank. MPI starts once (MPI 4.1, section 11.2.1), but programs of MPJ Express
   * may start it again after its end: all but the first are sessions (section 11.3).
   */
  public static synchronized Start start(String[] args) {
    if (mpi != null && !running) {
      return startAgain();
    }
    Mpi first = Mpi.init(args);
    mpi = first;
    running = true;
    onErrors = first.world().getErrhandler();
    return new Start(first.world(), first.self());
  }

  private static Start startAgain() {
    Session again = Session.init(Info.EMPTY, onErrors);
    session = again;
    mpi = again.mpi();
    running = true;
    return new Start(of(again, Session.WORLD), of(again, Session.SELF));
  }

  private static Communicator of(Session session, String processes) {
    Group group = session.groupFromPset(processes);
    return session.commCreateFromGroup(group, "MPI.Init", Info.EMPTY, onErrors);
  }

  /**
   * The program's own arguments, of those that {@code main} had: without what {@link Program} has
   * put before them.
   */
  public static String[] own(String[] argv) {
    int before = Program.before(argv);
    return Arrays.copyOfRange(argv, before, argv.length);
  }

  /** {@code MPI.Finalize}. */
  public static synchronized void end() {
    Session last = session;
    session = null;
    if (last != null) {
      last.close();
    } else {
      mpi().close();
    }
    running = false;
  }

  /**
   * Refuses to run with two packages {@code mpi} on one class path: whichever class is found first,
   * calls would meet the wrong one.
   *
   * @throws MpiException ({@code OTHER}) that says where the other one is
   */
  public static void requireOneApi(ClassLoader loader) {
    URL other = loader.getResource(OF_OPEN_MPI);
    if (other != null) {
      throw new MpiException(
          ErrorClass.OTHER,
          "two APIs have a package mpi on this class path: MPJ Express's"
              + " (purempi-compat-mpjexpress), and Open MPI's at "
              + other
              + "; leave the one that the program was written for");
    }
  }
}
