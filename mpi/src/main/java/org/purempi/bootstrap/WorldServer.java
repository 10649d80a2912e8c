package org.purempi.bootstrap;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.KernelTable;
import org.purempi.pmi.PmiJob;
import org.purempi.pmi.PmiLine;
import org.purempi.pmi.PmiListener;
import org.purempi.pmi.PmiServer;
import org.purempi.pmi.RankReport;
import org.purempi.pmi.RankStage;

/**
 * Serves a world that has met: the PMI server, and what follows when a rank ends too early: then
 * all are told, and end. Any thread.
 */
final class WorldServer implements PmiListener {
  /**
   * A rank that has met the others says so at once. The system alone would notice a host that went
   * silent while it waited only after many minutes: as long as words to it are on their way, it
   * does not ask whether somebody is there.
   */
  static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final int size;
  private final int limitTurns;
  private final int[] silentTurns;
  private final Runnable whenOver;
  private final PmiServer server;
  private final List<String> places;
  private final @Nullable SocketChannel[] channels;
  private final Set<Integer> left = new TreeSet<>();
  private final Set<Integer> silent = new TreeSet<>();
  private final long openNanos = System.nanoTime();
  private boolean hasEnded;
  private long turnNanos = System.nanoTime();
  private int turn;

  /**
   * @param limitTurns so many turns of silence end the world; 0 stands for never
   * @param whenOver all ranks have left, or have been told of the end
   */
  WorldServer(int size, int limitTurns, Runnable whenOver) throws IOException {
    this.size = size;
    this.limitTurns = limitTurns;
    this.silentTurns = new int[size];
    this.whenOver = whenOver;
    this.channels = new @Nullable SocketChannel[size];
    this.places = new ArrayList<>(Collections.nCopies(size, ""));
    Set<Integer> all = new TreeSet<>();
    for (int rank = 0; rank < size; rank++) {
      all.add(rank);
    }
    this.silent.addAll(all);
    String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    var job = new PmiJob(PmiServer.NAME_PREFIX + id, Collections.nCopies(size, 0), size, "", all);
    this.server = PmiServer.startWithoutDoor(job, this);
  }

  /** A rank that has waited is served from now on. */
  void seat(Guest guest) {
    synchronized (this) {
      places.set(guest.rank(), guest.where());
      channels[guest.rank()] = guest.channel;
    }
    try {
      guest.say(PmiLine.of(GateLines.MET).with("rc", 0));
      server.admit(guest.rank(), guest.channel);
    } catch (IOException e) {
      lost(guest.rank());
    }
  }

  synchronized String where(int rank) {
    return places.get(rank);
  }

  synchronized boolean hasLeft(int rank) {
    return left.contains(rank);
  }

  /** Ends a world some of whose ranks have met the others and say nothing. */
  void lookAtTheClock(long nowNanos) {
    List<Integer> missing;
    if (nowNanos - turnNanos >= Pulse.TURN_NANOS) {
      turnNanos = nowNanos; // one turn, however long this process was stopped
      turn();
    }
    synchronized (this) {
      if (silent.isEmpty() || nowNanos - openNanos <= SILENCE_NANOS) {
        return;
      }
      missing = List.copyOf(silent);
    }
    end(1, names(missing) + ": silent since all have met");
  }

  /** Nobody watches the processes of these ranks; so they say themselves that they live. */
  private void turn() {
    if (turn++ % Pulse.TURNS_PER_WORD == 0) {
      server.sayAlive();
    }
    List<Integer> lost = new ArrayList<>();
    List<Integer> quiet = new ArrayList<>();
    List<Integer> doubtful = new ArrayList<>();
    synchronized (this) {
      for (int rank = 0; rank < size; rank++) {
        boolean isAwaited = !left.contains(rank) && !silent.contains(rank);
        silentTurns[rank] = isAwaited ? silentTurns[rank] + 1 : 0;
        if (limitTurns > 0 && silentTurns[rank] > limitTurns) {
          lost.add(rank);
        } else if (silentTurns[rank] == Pulse.TURNS_BEFORE_WARNING) {
          quiet.add(rank);
        }
        if (silentTurns[rank] >= Pulse.TURNS_BEFORE_DOUBT) {
          doubtful.add(rank);
        }
      }
    }
    if (!quiet.isEmpty()) {
      System.err.printf(
          "purempi: %s, not heard of for %d s: %s%n",
          names(quiet), Pulse.TURNS_BEFORE_WARNING, Pulse.LIKELY);
    }
    for (int rank : doubtful) {
      SocketChannel channel = channels[rank];
      if (channel != null && KernelTable.isUnanswered(channel, Pulse.LEAST_TRIES)) {
        end(1, "rank " + rank + " on " + where(rank) + " " + Pulse.HOST_IS_SILENT);
      }
    }
    if (!lost.isEmpty()) {
      end(1, "%s, not heard of for %d s: %s".formatted(names(lost), limitTurns, Pulse.LIKELY));
    }
  }

  private String names(List<Integer> ranks) {
    return String.join(
        ", ", ranks.stream().map(rank -> "rank " + rank + " on " + where(rank)).toList());
  }

  @Override
  public synchronized void alive(int rank) {
    silentTurns[rank] = 0;
  }

  @Override
  public synchronized void reached(int rank, RankStage stage) {
    silent.remove(rank);
    if (stage == RankStage.FINALIZED) {
      left.add(rank); // before it is told that it may go, and perhaps to the next world here
    }
  }

  /** Tells all ranks; only the first reason counts. */
  void end(int exitCode, String why) {
    synchronized (this) {
      if (hasEnded) {
        return;
      }
      hasEnded = true;
    }
    server.end(exitCode, why, this::over);
  }

  private void over() {
    server.close();
    whenOver.run();
  }

  @Override
  public void aborted(int rank, int exitCode, String message) {
    boolean isNamed = message.startsWith("rank " + rank);
    end(exitCode, isNamed ? message : "rank " + rank + " aborts: " + message);
  }

  @Override
  public void left(int rank) {
    boolean isLast;
    synchronized (this) {
      isLast = left.size() == size && !hasEnded;
    }
    if (isLast) {
      over();
    }
  }

  @Override
  public void lost(int rank) {
    end(1, "rank %d on %s has ended without closing its Mpi".formatted(rank, where(rank)));
  }

  @Override
  public void barrierWaitsForEndedRank(int rank) {
    // Ranks of ours have no process that is watched; a lost connection has ended the world before.
  }

  @Override
  public void reported(List<RankReport> reports) {
    // Nobody asks.
  }

  @Override
  public void serverFailed(String why) {
    System.err.println("purempi: the world's server at rank 0: " + why);
    whenOver.run();
  }
}
