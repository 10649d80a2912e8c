package org.purempi.world;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorHandler;
import org.purempi.FileMode;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.MpiFile;
import org.purempi.MpiProvider;
import org.purempi.RankBody;
import org.purempi.Rendezvous;
import org.purempi.Session;
import org.purempi.Window;
import org.purempi.WindowFlavor;
import org.purempi.communicator.LiveFile;
import org.purempi.communicator.LiveWindow;
import org.purempi.communicator.Rank;
import org.purempi.os.Version;
import org.purempi.watch.Watch;
import org.purempi.watch.What;

/** The one provider of the API. */
public final class Provider implements MpiProvider {
  /** Set once, before any rank runs: whether the ranks of this JVM have seats. */
  private static volatile boolean seats;

  /** From now on {@code init} asks whose thread it is called by. */
  static void seatRanks() {
    seats = true;
  }

  private static @Nullable Seat seat() {
    return seats ? Seat.mine() : null;
  }

  /** Made by the service loader. */
  public Provider() {}

  @Override
  public Mpi init(String... args) {
    long begin = Watch.ON ? System.nanoTime() : 0;
    Seat seat = seat();
    Environment made = seat == null ? ProcessWorld.init(args) : seat.init(args);
    if (Watch.ON) {
      made.watch().past(What.INIT, begin);
    }
    return made;
  }

  @Override
  public void run(int ranks, RankBody body) {
    Seat seat = seat();
    if (seat != null) {
      seat.run(ranks, body);
    } else if (ProcessWorld.launched()) {
      ProcessWorld.run(ranks, body);
    } else {
      ThreadWorld.run(ranks, false, body);
    }
  }

  @Override
  public void runThreads(int ranks, boolean virtualThreads, RankBody body) {
    ThreadWorld.run(ranks, virtualThreads, body);
  }

  @Override
  public Mpi connect(Rendezvous where) {
    return ConnectedWorld.join(where).environment();
  }

  @Override
  public void connect(Rendezvous where, RankBody body) {
    ConnectedWorld.join(where).run(body);
  }

  @Override
  public Session session(Info info, ErrorHandler errorHandler) {
    Seat seat = seat();
    return seat == null
        ? ProcessWorld.session(info, errorHandler)
        : seat.session(info, errorHandler);
  }

  @Override
  public Window window(
      Communicator comm,
      WindowFlavor flavor,
      @Nullable Buf memory,
      long bytes,
      int dispUnit,
      Info info) {
    return LiveWindow.create(comm, flavor, memory, bytes, dispUnit, info);
  }

  @Override
  public MpiFile file(Communicator comm, String filename, Set<FileMode> amode, Info info) {
    return LiveFile.open(comm, filename, amode, info);
  }

  @Override
  public void deleteFile(Mpi mpi, String filename) {
    LiveFile.delete((Rank) mpi, filename);
  }

  @Override
  public boolean initialized() {
    Seat seat = seat();
    return seat == null ? ProcessWorld.initialized() : seat.initialized();
  }

  @Override
  public boolean finalizedOnce() {
    Seat seat = seat();
    return seat == null ? ProcessWorld.finalizedOnce() : seat.finalizedOnce();
  }

  @Override
  public String version() {
    return Version.text();
  }
}
