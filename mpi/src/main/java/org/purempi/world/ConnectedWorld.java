package org.purempi.world;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiAbortException;
import org.purempi.MpiError;
import org.purempi.MpiException;
import org.purempi.RankBody;
import org.purempi.Rendezvous;
import org.purempi.bootstrap.Meeting;
import org.purempi.bootstrap.Wiring;
import org.purempi.context.ContextIds;
import org.purempi.pmi.PmiException;
import org.purempi.progress.Patience;
import org.purempi.protocol.Engine;
import org.purempi.spawn.Origin;
import org.purempi.transport.Transport;
import org.purempi.transport.thread.ThreadHub;

/**
 * One rank of a world whose program has brought its ranks together. The process is the program's:
 * it is never ended here, and what the rank has used is given back.
 */
final class ConnectedWorld implements Job {
  /** Null in a world of one rank. */
  private final @Nullable Meeting meeting;

  private final AbortState abortState;
  private final Wiring wiring;
  private final Engine engine;
  private final Environment environment;
  private final Linger linger;
  private final int rank;
  private final int size;

  private ConnectedWorld(
      Rendezvous where, @Nullable Meeting meeting, AbortState abortState, Wiring wiring) {
    this.meeting = meeting;
    this.abortState = abortState;
    this.wiring = wiring;
    this.rank = where.rank();
    this.size = where.size();
    this.linger = Linger.of(meeting, wiring.tcp(), abortState::hasLeft);
    Transport transport = wiring.transport();
    Patience patience = Patience.forRanks(wiring.ranksHere(), transport.cores());
    this.engine = new Engine(transport, patience, Credit.bytes(wiring.ranksHere()));
    this.environment =
        new Environment(this, engine, new ContextIds(rank), ContextIds.world(0), new String[0]);
    abortState.follow(engine);
  }

  /** Meets the other ranks. */
  static ConnectedWorld join(Rendezvous where) {
    OwnSettings.check();
    AbortState abortState = new AbortState();
    try {
      if (where.size() == 1) {
        var alone = new Wiring(new ThreadHub(1).transport(0), null, new int[1], 1);
        return new ConnectedWorld(where, null, abortState, alone);
      }
      Meeting meeting =
          Meeting.join(
              where, Wiring.settings(false), abortState, RendezvousSettings.silenceSeconds());
      return new ConnectedWorld(where, meeting, abortState, wired(where, meeting));
    } catch (IOException e) {
      throw new MpiException(
          ErrorClass.OTHER, "rank " + where.rank() + " cannot join: " + e.getMessage(), e);
    }
  }

  private static Wiring wired(Rendezvous where, Meeting meeting) throws IOException {
    try {
      return Wiring.join(meeting.pmi(), meeting.key());
    } catch (IOException e) {
      try {
        meeting.pmi().abort(1, "rank " + where.rank() + " cannot join: " + e.getMessage());
      } catch (PmiException gone) {
        e.addSuppressed(gone); // then all know it already
      }
      throw e;
    }
  }

  /** The rank's, which its program closes. */
  Mpi environment() {
    return environment;
  }

  /** Runs a body once, as this rank. */
  void run(RankBody body) {
    try {
      body.run(environment.world());
    } catch (Exception e) {
      throw failed(e);
    } catch (Error e) {
      e.addSuppressed(failed(e));
      throw e;
    }
    environment.close();
  }

  private MpiException failed(Throwable e) {
    MpiAbortException before = abortState.reason();
    if (before == null) {
      abort(1, "rank " + rank + " of " + size + " failed: " + e, e);
    }
    environment.close();
    if (before != null) {
      return new MpiAbortException(before.errorCode(), before.getMessage(), e);
    }
    return new MpiException(
        e instanceof MpiError its ? its.errorClass() : ErrorClass.OTHER,
        "rank " + rank + " of " + size + " failed: " + e,
        e);
  }

  @Override
  public MpiAbortException abort(int errorCode, String message, @Nullable Throwable cause) {
    Meeting m = meeting;
    if (m != null) {
      try {
        m.pmi().abort(errorCode, message);
      } catch (PmiException e) {
        // Whoever hears no word of it notices that this rank is gone.
      }
    }
    return abortState.end(errorCode, message, cause);
  }

  @Override
  public void ended(boolean ofWorld) {
    if (!ofWorld || !abortState.leave()) {
      return;
    }
    Meeting m = meeting;
    try {
      if (m != null) {
        m.pmi().finish();
      }
    } catch (PmiException e) {
      if (abortState.reason() == null) {
        throw new MpiException(
            ErrorClass.OTHER, "rank 0 did not confirm that this rank has ended", e);
      }
    } finally {
      engine.locked(() -> engine.transport().close());
      linger.rankHasLeft();
    }
  }

  @Override
  public Origin origin(int itsRank) {
    Meeting m = meeting;
    String space = m == null ? null : m.pmi().kvsName();
    return Origin.ofProcess(space, itsRank, null, tcp -> Linger.of(null, tcp, abortState::hasLeft));
  }

  @Override
  public int host() {
    return wiring.host();
  }

  @Override
  public int appnum() {
    return 0;
  }

  @Override
  public int universeSize() {
    return size;
  }
}
