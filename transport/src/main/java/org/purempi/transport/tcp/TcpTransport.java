package org.purempi.transport.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Pipe;
import org.purempi.transport.Doorbell;
import org.purempi.transport.Endpoint;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Lease;
import org.purempi.transport.MalformedException;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;
import org.purempi.transport.Transport;
import org.purempi.transport.thread.ThreadHub;

/**
 * One rank among processes of any hosts. Ranks share no memory: nothing can be lent or reserved.
 */
public final class TcpTransport implements Transport {
  private static final int TURNS_BEFORE_REST = 50;

  private final int rank;
  private final int size;
  private final Doorkeeper doorkeeper;
  private final Buffers buffers = new Buffers();
  private final Ears ears;
  private final TcpDoorbell doorbell;
  private final @Nullable TcpEndpoint[] endpoints;

  /** What the doorkeeper has done since this rank listened last. */
  private final Queue<Runnable> news = new ConcurrentLinkedQueue<>();

  private volatile boolean hasNews;

  /** Whom the handler has not been told of yet. */
  private final List<Gone> gone = new ArrayList<>();

  /** This rank's frames to itself; null until there are any. */
  private @Nullable Transport inner;

  private @Nullable Endpoint toSelf;

  private FrameHandler handler = (peer, word0, word1, word2, memory, offset, bytes) -> {};
  private final FrameHandler fromSelf = this::handFromSelf;

  /** Wakes this rank, wherever it sleeps. */
  private volatile Runnable bell;

  private final Watch watch;
  private long malformed;
  private long polls;
  private long pollsAtLastTurn;
  private int quietTurns;
  private boolean isTended;
  private volatile boolean isClosed;

  private record Gone(int peer, String reason, boolean inPeace) {}

  private TcpTransport(TcpDoor door, AddressBook book, Handshake.Identity me) throws IOException {
    this.rank = me.rank();
    this.size = me.size();
    this.endpoints = new TcpEndpoint[size];
    this.ears = new Ears();
    this.doorbell = new TcpDoorbell(this, ears);
    this.bell = doorbell::ring;
    this.watch = new Watch(ears, "purempi tcp watch " + rank, bell);
    this.doorkeeper =
        new Doorkeeper(
            me,
            door,
            book,
            new Doorkeeper.News() {
              @Override
              public void arrived(int peer, Pipe pipe, String where) {
                tell(() -> connected(peer, pipe, where));
              }

              @Override
              public void unreachable(int peer, String reason, boolean inPeace) {
                tell(() -> lost(peer, reason, inPeace));
              }

              @Override
              public List<Silence.Pulse> pulses() {
                return pulsesOfAll();
              }

              @Override
              public void silent(Connection connection) {
                tell(() -> giveUp(connection));
              }

              @Override
              public boolean tend() {
                return sendForAnIdleRank();
              }
            });
  }

  /**
   * Joins a job.
   *
   * @param door listens already; it is this transport's from now on
   * @param job its name, the same for all ranks
   * @param key its secret, the same for all ranks and known to nobody else
   * @throws IOException when the system has no descriptors left
   */
  public static TcpTransport open(
      TcpDoor door, int rank, int ranks, String job, JobKey key, AddressBook book)
      throws IOException {
    if (rank < 0 || rank >= ranks) {
      throw new IllegalArgumentException("rank " + rank + " is not in 0 … " + (ranks - 1));
    }
    try {
      return new TcpTransport(door, book, new Handshake.Identity(rank, ranks, job, key));
    } catch (IOException e) {
      throw Descriptors.explain(e);
    }
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean sharesMemory(int peer) {
    return peer == rank;
  }

  @Override
  public int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  @Override
  public synchronized int poll(FrameHandler to, int most) {
    polls++;
    buffers.nextTurn();
    if (hasNews) {
      hearNews();
    }
    if (ears.hasUnsent()) {
      ears.flush();
    }
    Transport self = inner;
    int frames = 0;
    if (self != null) {
      handler = to;
      frames = self.poll(fromSelf);
    }
    if (isClosed) {
      return frames;
    }
    try {
      frames += receive(to);
      endRejected();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look at connections: " + e.getMessage(), e);
    }
    if (!gone.isEmpty()) {
      tellWhoIsGone(to);
    }
    return frames;
  }

  private int receive(FrameHandler to) throws IOException {
    int frames = 0;
    List<Connection> ready = ears.ready();
    for (int i = 0; i < ready.size(); i++) {
      Connection c = ready.get(i);
      boolean isDone = false;
      try {
        frames += c.receive(to);
        isDone = true;
      } finally {
        if (!isDone) {
          ears.lookAgain();
        }
      }
      if (c.ending() != null) {
        over(c);
      } else {
        ears.look(c);
      }
    }
    return frames;
  }

  private void over(Connection c) throws IOException {
    malformed += c.isMalformed() ? 1 : 0;
    ears.remove(c);
    lost(c.peer(), String.valueOf(c.ending()), c.hasLeft());
  }

  private void tellWhoIsGone(FrameHandler to) {
    List<Gone> now = List.copyOf(gone);
    gone.clear();
    for (Gone one : now) {
      to.gone(one.peer, one.reason, one.inPeace);
    }
  }

  /** Connections whose peers have sent what no rank sends. */
  private final List<Connection> rejected = new ArrayList<>();

  private void handFromSelf(
      int peer, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes) {
    handler.frame(rank, word0, word1, word2, memory, offset, bytes);
  }

  // ---- What the doorkeeper does

  /** By the doorkeeper. */
  private void tell(Runnable what) {
    news.add(what);
    hasNews = true;
    if (isClosed) {
      // Nobody may poll any more.
      synchronized (this) {
        hearNews();
      }
    }
    bell.run();
  }

  /** Takes over the connections that the doorkeeper has made. */
  void hearNews() {
    // Before looking: what comes later sets it again.
    hasNews = false;
    for (Runnable one = news.poll(); one != null; one = news.poll()) {
      one.run();
    }
  }

  private void connected(int peer, Pipe pipe, String where) {
    if (isClosed) {
      closeQuietly(pipe);
      return;
    }
    Connection connection = new Connection(peer, pipe, buffers);
    TcpEndpoint endpoint = tcpEndpoint(peer);
    endpoint.connected(connection, where);
    try {
      ears.add(connection);
    } catch (IOException e) {
      lost(peer, "has hung up at once: " + Ending.text(e), false);
    }
  }

  /** The peer sees its end, which is all that this rank has to say. */
  private static void closeQuietly(Pipe pipe) {
    try {
      pipe.close();
    } catch (IOException e) {
      // It is closed all the same.
    }
  }

  private synchronized List<Silence.Pulse> pulsesOfAll() {
    return ears.all().stream().map(Connection::pulse).toList();
  }

  private void giveUp(Connection connection) {
    if (connection.ending() == null && !isClosed) {
      connection.giveUp();
      try {
        over(connection);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot look at connections: " + e.getMessage(), e);
      }
    }
  }

  private void lost(int peer, String what, boolean inPeace) {
    TcpEndpoint endpoint = tcpEndpoint(peer);
    endpoint.failed(what);
    gone.add(new Gone(peer, endpoint.failure(), inPeace));
  }

  /** This rank sleeps at another bell: news and frames ring there. */
  void onNews(Runnable otherBell) {
    bell = otherBell;
    watch.bell(otherBell);
  }

  /** This rank is about to sleep elsewhere. */
  synchronized void watch() {
    watch.begin();
  }

  /** This rank is awake. */
  synchronized void unwatch() {
    watch.end();
  }

  void call(int peer) {
    doorkeeper.call(peer);
  }

  void watch(int peer) {
    doorkeeper.watch(peer);
  }

  /**
   * A frame was taken that the kernel did not take as a whole. Mostly this rank's next poll sends
   * the rest; should none come, the doorkeeper does it.
   */
  void noteUnsent(Connection connection) {
    ears.noteUnsent(connection);
    if (!isTended) {
      isTended = true;
      doorkeeper.startTending();
    }
  }

  /** By the doorkeeper, every millisecond or so; false when there was nothing to do for long. */
  private synchronized boolean sendForAnIdleRank() {
    if (!ears.hasUnsent()) {
      isTended = ++quietTurns < TURNS_BEFORE_REST;
      return isTended;
    }
    quietTurns = 0;
    if (polls == pollsAtLastTurn) {
      ears.flush();
    }
    pollsAtLastTurn = polls;
    return true;
  }

  @Override
  public synchronized boolean hasUnsent() {
    return ears.hasUnsent();
  }

  @Override
  public synchronized void push() {
    ears.flush();
  }

  private TcpEndpoint tcpEndpoint(int peer) {
    TcpEndpoint known = endpoints[peer];
    if (known == null) {
      known = new TcpEndpoint(this, peer);
      endpoints[peer] = known;
    }
    return known;
  }

  @Override
  public synchronized Endpoint endpoint(int peer) {
    if (peer != rank) {
      return tcpEndpoint(peer);
    }
    Endpoint self = toSelf;
    if (self == null) {
      Transport hub = new ThreadHub(1).transport(0);
      inner = hub;
      self = new ToSelf(hub.endpoint(0));
      toSelf = self;
    }
    return self;
  }

  /** Another thread of this rank may sleep in the selector, where nothing arrives. */
  private final class ToSelf extends RenamedEndpoint {
    ToSelf(Endpoint inside) {
      super(inside, rank);
    }

    @Override
    public Offer offer(long word0, long word1, long word2, Source payload, int bytes) {
      Offer offer = super.offer(word0, word1, word2, payload, bytes);
      if (offer == Offer.OK) {
        bell.run();
      }
      return offer;
    }
  }

  @Override
  public Doorbell doorbell() {
    return doorbell;
  }

  /** Only what this rank has lent itself. */
  @Override
  public synchronized Lease borrow(int peer, long descriptor) {
    Transport self = inner;
    if (peer != rank || self == null) {
      throw new MalformedException("memory lent by rank " + peer + ", which shares none");
    }
    return self.borrow(0, descriptor);
  }

  @Override
  public synchronized void reject(int peer, String what) {
    Transport self = inner;
    if (peer == rank && self != null) {
      self.reject(0, what);
    } else {
      for (Connection c : ears.all()) {
        if (c.peer() == peer) {
          c.reject(what);
          rejected.add(c); // it may be the one that is just read
        }
      }
    }
  }

  private void endRejected() throws IOException {
    for (Connection c : rejected) {
      if (tcpEndpoint(c.peer()).isOver(c)) {
        continue;
      }
      over(c);
    }
    rejected.clear();
  }

  /** None: ranks share no memory. */
  @Override
  public long reserve(long bytes) {
    return NONE;
  }

  @Override
  public @Nullable MemorySegment view(long handle, long bytes) {
    return null;
  }

  @Override
  public void release(long handle, long bytes) {
    throw new IllegalStateException("nothing was reserved over TCP");
  }

  /** What its connections have seen so far. */
  public synchronized TcpCounters counters() {
    return new TcpCounters(
        doorkeeper.connections(),
        doorkeeper.refused(),
        malformed,
        buffers.reads(),
        buffers.writes());
  }

  /**
   * Leaves. The helper thread brings what was offered on its way, says goodbye to all peers and
   * waits until they have read it, up to a minute.
   */
  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    hearNews();
    isClosed = true;
    hearNews(); // what came in between: who tells something later sees that it is closed
    List<Connection> live = List.copyOf(ears.all());
    try {
      watch.close();
      ears.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close a selector", e);
    } finally {
      for (@Nullable TcpEndpoint endpoint : endpoints) {
        if (endpoint != null) {
          endpoint.failed("cannot be sent anything: this rank has left");
        }
      }
      doorkeeper.leave(live);
    }
  }

  /**
   * After {@link #close}: waits until all that was offered has been taken by the peers; false if
   * that takes longer. A process that ends earlier may take its last frames with it.
   */
  public boolean awaitLeft(long nanos) throws InterruptedException {
    return doorkeeper.awaitEnd(nanos);
  }
}
