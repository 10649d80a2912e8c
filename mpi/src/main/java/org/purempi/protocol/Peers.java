package org.purempi.protocol;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.purempi.Mpi;
import org.purempi.transport.Transport;
import org.purempi.watch.Watch;
import org.purempi.watch.Watched;

/**
 * What everything above the protocol means by "the ranks": who they are, which of them this is, and
 * a context of their own. A communicator without its user's side (idea 2 of the design).
 *
 * <p>A context number has two low bits for its parts: point-to-point, collectives, the making of
 * communicators, and messages that others announce.
 */
public final class Peers {
  static final long COLLECTIVE = 1;
  static final long CREATION = 2;
  static final long PARTS = 4;

  /** Tags of operations that run once; those of persistent ones are from here on. */
  static final int COLLECTIVE_TAGS = 1 << 30;

  /** Negative tags that mean something else, such as {@code ANY_TAG}, are above. */
  private static final int FIRST_ANNOUNCED_TAG = -1024;

  /** In place of a world: that of sessions, which ends with the process. */
  public static final int NO_WORLD = Transport.LAST_MARK - 1;

  private final Engine engine;
  private final int @Nullable [] processes;
  private final int rank;
  private final int size;
  private final long context;
  private final int world;
  private final boolean isMixed;
  private final PeerTable peers = new PeerTable();
  private final Watched watched;
  private String label;
  private int collectives;
  private int persistents;
  private final AtomicInteger nextAnnouncedTag;

  /** Ranks of no world, as of a session. */
  public Peers(
      Engine engine, int @Nullable [] processes, int size, int rank, long context, String label) {
    this(engine, processes, size, rank, context, NO_WORLD, label);
  }

  /**
   * Ranks 0 … size − 1 are the processes {@code processes[i]} of the engine's transport (null: rank
   * i is process i).
   *
   * @param context a multiple of 4 that nobody else uses
   * @param world the world they belong to, the same on all: who has ended it sends nothing here
   */
  public Peers(
      Engine engine,
      int @Nullable [] processes,
      int size,
      int rank,
      long context,
      int world,
      String label) {
    this(
        engine,
        processes,
        size,
        rank,
        context,
        world,
        label,
        new AtomicInteger(FIRST_ANNOUNCED_TAG));
  }

  private Peers(
      Engine engine,
      int @Nullable [] processes,
      int size,
      int rank,
      long context,
      int world,
      String label,
      AtomicInteger nextAnnouncedTag) {
    this.engine = engine;
    this.processes = processes;
    this.size = size;
    this.rank = rank;
    this.context = context;
    this.isMixed = hasOthers(engine, processes);
    this.world = isMixed ? NO_WORLD : world;
    this.label = label;
    this.nextAnnouncedTag = nextAnnouncedTag;
    this.watched =
        Watch.ON ? new Watched(this::label, context, size, this::process) : Watched.NOTHING;
    engine.contexts.introduce(this);
  }

  private static boolean hasOthers(Engine engine, int @Nullable [] processes) {
    if (processes != null) {
      for (int process : processes) {
        if (process >= engine.homeSize()) {
          return true;
        }
      }
    }
    return false;
  }

  /** What they are for those who hear of calls. */
  public Watched watched() {
    return watched;
  }

  /** Whether processes of other jobs are among them; then they belong to no world. */
  public boolean isMixed() {
    return isMixed;
  }

  /** This rank. */
  public int rank() {
    return rank;
  }

  /** The number of ranks. */
  public int size() {
    return size;
  }

  /** The rank's engine. */
  public Engine engine() {
    return engine;
  }

  /** The process that a rank is. */
  public int process(int of) {
    return processes == null ? of : processes[of];
  }

  /** The context of the communicator that a part's context belongs to. */
  static long pointToPoint(long context) {
    return context & -PARTS;
  }

  /** Whether a context is the part of a communicator's that collectives use. */
  static boolean isOfCollectives(long context) {
    return (context & (PARTS - 1)) == COLLECTIVE;
  }

  /** Whether these are the ranks of collectives inside a communicator, which nobody else sees. */
  public boolean isCollective() {
    return isOfCollectives(context);
  }

  /** Whether all of them share memory; every rank is told the same. */
  public boolean shareMemory() {
    for (int i = 0; i < size; i++) {
      if (!engine.transport().sharesMemory(process(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether they share memory and cores; every rank is told the same. */
  public boolean shareCores() {
    return shareMemory() && (isMixed || engine.transport().sharesCores());
  }

  /** Memory that they reserve for each other. */
  public Regions regions() {
    return engine.regions(processes());
  }

  /** The rank that a process is; {@link Mpi#UNDEFINED} if it is none of these. */
  public int rankOf(int process) {
    if (processes == null) {
      return process < size ? process : Mpi.UNDEFINED; // else it is of another world
    }
    for (int i = 0; i < processes.length; i++) {
      if (processes[i] == process) {
        return i;
      }
    }
    return Mpi.UNDEFINED;
  }

  /** The context of point-to-point messages. */
  public long context() {
    return context;
  }

  /** The context of collective operations. */
  public long collectiveContext() {
    return context | COLLECTIVE;
  }

  /** The context of messages that make communicators. */
  public long creationContext() {
    return context | CREATION;
  }

  /**
   * The context of messages that another one announces: partitions, the further chunks of an
   * object. Nobody finds them who has not read with which tags they come.
   */
  public long announcedContext() {
    return context | COLLECTIVE | CREATION;
  }

  /** The world they belong to, {@link #NO_WORLD} if they belong to none. */
  public int world() {
    return world;
  }

  /** Whether rank i is process i. */
  boolean isWhole() {
    return processes == null;
  }

  /** How many collective operations have begun here, persistent ones apart. */
  int collectivesBegun() {
    return collectives;
  }

  /** The processes, in rank order. */
  public int[] processes() {
    int[] all = new int[size];
    java.util.Arrays.setAll(all, this::process);
    return all;
  }

  /** The same ranks in another context. */
  public Peers in(long otherContext, String otherLabel) {
    return new Peers(engine, processes, size, rank, otherContext, world, otherLabel);
  }

  /** Waits until no message is under way from or to this rank ({@code MPI_Comm_disconnect}). */
  public void settle() {
    engine.leaving.settle(this);
  }

  /**
   * Forgets what is kept for messages when nothing is under way any more: nobody will ask for it.
   *
   * @param again whether others may have the context then
   */
  public void forget(boolean again) {
    engine.leaving.leave(this, again);
  }

  /** The same ranks, whose point-to-point context is this one's collective context. */
  public Peers collectiveSide() {
    return new Peers(
        engine, processes, size, rank, collectiveContext(), world, label, nextAnnouncedTag);
  }

  /**
   * A tag for the next collective operation: the same on all ranks, since all call in the same
   * order. Threads that call collectives of one communicator see to their order themselves (section
   * 11.6.2), so no lock is taken, which would wait for every store of the operation before.
   */
  public int nextCollectiveTag() {
    int tag = collectives;
    engine.gauges.collectives++;
    collectives = (collectives + 1) % COLLECTIVE_TAGS;
    return tag;
  }

  /** How many collective operations have been begun, persistent ones not counted. */
  int collectives() {
    return collectives;
  }

  /** A tag for a persistent collective operation, which it keeps: the same on all ranks. */
  public synchronized int nextPersistentTag() {
    int tag = COLLECTIVE_TAGS + persistents;
    persistents = (persistents + 1) % COLLECTIVE_TAGS;
    return tag;
  }

  /**
   * Tags for so many messages of this rank in that context: the returned one and those below; after
   * two thousand million of them those from the beginning again.
   */
  public int announcedTags(int messages) {
    return messages
        + nextAnnouncedTag.updateAndGet(
            tag -> (tag < Integer.MIN_VALUE + messages ? FIRST_ANNOUNCED_TAG : tag) - messages);
  }

  /** The name, for messages. */
  public String label() {
    return label;
  }

  /** Sets the name, for messages. */
  public void label(String name) {
    label = name;
  }

  /** Inside the lock. */
  Peer peer(int of) {
    assert engine.progress().isEntered() : "a peer is looked for outside the lock";
    Peer p = peers.get(of);
    if (p == null) {
      p = engine.peer(process(of));
      peers.put(of, p);
    }
    return p;
  }
}
