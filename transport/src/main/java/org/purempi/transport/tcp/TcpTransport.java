package org.purempi.transport.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Pipe;
import org.purempi.transport.Doorbell;
import org.purempi.transport.Endpoint;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Lease;
import org.purempi.transport.MalformedException;
import org.purempi.transport.Region;
import org.purempi.transport.Transport;

/**
 * One rank among processes of any hosts. Ranks share no memory: nothing can be lent or reserved.
 */
public final class TcpTransport implements Transport {
  private static final int TURNS_BEFORE_REST = 50;

  private final int rank;

  /** So many ranks there are, as far as this one has been told. */
  private int size;

  private final ConnectionManager manager;
  private final Buffers buffers = new Buffers();
  private final ReadinessSet ready;
  private final TcpDoorbell doorbell;
  private @Nullable TcpEndpoint[] endpoints = {};
  private final EventQueue events = new EventQueue();

  /** Whom the handler has not been told of yet. */
  private final List<Gone> gone = new ArrayList<>();

  /** Connections whose peers have sent what no rank sends. */
  private final List<Connection> rejected = new ArrayList<>();

  private final SelfLoop self;

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

  private TcpTransport(TcpListener listener, AddressBook book, Handshake.Identity me)
      throws IOException {
    this.rank = me.rank();
    this.size = me.size();
    this.self = new SelfLoop(rank, () -> bell.run());
    this.ready = new ReadinessSet();
    this.doorbell = new TcpDoorbell(this, ready);
    this.bell = doorbell::ring;
    this.watch = new Watch(ready, "purempi tcp watch " + rank, bell);
    this.manager = new ConnectionManager(me, listener, book, new Events());
  }

  /** By the connection manager's thread. */
  private final class Events implements ConnectionManager.Events {
    @Override
    public void connected(int peer, Pipe pipe, String where) {
      note(() -> TcpTransport.this.connected(peer, pipe, where));
    }

    @Override
    public void unreachable(int peer, String reason, boolean inPeace) {
      note(() -> lost(peer, reason, inPeace));
    }

    @Override
    public List<Silence.Pulse> pulses() {
      return pulsesOfAll();
    }

    @Override
    public void silent(Connection connection) {
      note(() -> giveUp(connection));
    }

    @Override
    public boolean tend() {
      return sendForAnIdleRank();
    }

    private void note(Runnable event) {
      events.add(event);
      if (isClosed) {
        // Nobody may poll any more.
        synchronized (TcpTransport.this) {
          hearEvents();
        }
      }
      bell.run();
    }
  }

  /**
   * Joins a job.
   *
   * @param listener listens already; it is this transport's from now on
   * @param job its name, the same for all ranks
   * @param key its secret, the same for all ranks and known to nobody else
   * @throws IOException when the system has no descriptors left
   */
  public static TcpTransport open(
      TcpListener listener, int rank, int ranks, String job, JobKey key, AddressBook book)
      throws IOException {
    if (rank < 0 || rank >= ranks) {
      throw new IllegalArgumentException("rank " + rank + " is not in 0 … " + (ranks - 1));
    }
    try {
      return new TcpTransport(listener, book, new Handshake.Identity(rank, ranks, job, key));
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

  /**
   * The job has grown: from now on there are so many ranks. Those that came may be called by their
   * cards, which the address book has, and may call.
   *
   * @throws IllegalArgumentException if there were more before
   */
  public synchronized void grow(int ranks) {
    if (ranks < size) {
      throw new IllegalArgumentException("a job of " + size + " ranks does not shrink to " + ranks);
    }
    size = ranks;
    manager.grow(ranks);
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
    if (events.hasEvents()) {
      hearEvents();
    }
    if (ready.hasUnsent()) {
      ready.flush();
    }
    int frames = self.poll(to);
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
    List<Connection> now = ready.ready();
    for (int i = 0; i < now.size(); i++) {
      Connection c = now.get(i);
      boolean isDone = false;
      try {
        frames += c.receive(to);
        isDone = true;
      } finally {
        if (!isDone) {
          ready.rescan();
        }
      }
      if (c.ending() != null) {
        over(c);
      } else {
        ready.noteRead(c);
      }
    }
    return frames;
  }

  private void over(Connection c) throws IOException {
    malformed += c.isMalformed() ? 1 : 0;
    ready.remove(c);
    lost(c.peer(), String.valueOf(c.ending()), c.hasLeft());
  }

  private void tellWhoIsGone(FrameHandler to) {
    List<Gone> now = List.copyOf(gone);
    gone.clear();
    for (Gone one : now) {
      to.gone(one.peer, one.reason, one.inPeace);
    }
  }

  // ---- What the connection manager does

  /** Takes over the connections that the manager has made. */
  void hearEvents() {
    events.run();
  }

  private void connected(int peer, Pipe pipe, String where) {
    if (isClosed) {
      ConnectionManager.close(pipe); // the peer sees its end, which is all there is to say
      return;
    }
    Connection connection = new Connection(peer, pipe, buffers);
    TcpEndpoint endpoint = tcpEndpoint(peer);
    endpoint.connected(connection, where);
    try {
      ready.add(connection);
    } catch (IOException e) {
      lost(peer, "closed the connection at once: " + Ending.text(e), false);
    }
  }

  private synchronized List<Silence.Pulse> pulsesOfAll() {
    return ready.all().stream().map(Connection::pulse).toList();
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

  /** This rank sleeps at another bell: events and frames ring there. */
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
    manager.call(peer);
  }

  void watch(int peer) {
    manager.watch(peer);
  }

  /**
   * A frame was taken that the kernel did not take as a whole. Mostly this rank's next poll sends
   * the rest; should none come, the manager does it.
   */
  void noteUnsent(Connection connection) {
    ready.noteUnsent(connection);
    if (!isTended) {
      isTended = true;
      manager.startTending();
    }
  }

  /** By the manager, every millisecond or so; false when there was nothing to do for long. */
  private synchronized boolean sendForAnIdleRank() {
    if (!ready.hasUnsent()) {
      isTended = ++quietTurns < TURNS_BEFORE_REST;
      return isTended;
    }
    quietTurns = 0;
    if (polls == pollsAtLastTurn) {
      ready.flush();
    }
    pollsAtLastTurn = polls;
    return true;
  }

  @Override
  public synchronized boolean hasUnsent() {
    return ready.hasUnsent();
  }

  @Override
  public synchronized void push() {
    ready.flush();
  }

  private TcpEndpoint tcpEndpoint(int peer) {
    if (peer >= endpoints.length) {
      endpoints = Arrays.copyOf(endpoints, Math.max(size, peer + 1));
    }
    TcpEndpoint known = endpoints[peer];
    if (known == null) {
      known = new TcpEndpoint(this, peer);
      endpoints[peer] = known;
    }
    return known;
  }

  @Override
  public synchronized Endpoint endpoint(int peer) {
    return peer == rank ? self.endpoint() : tcpEndpoint(peer);
  }

  @Override
  public Doorbell doorbell() {
    return doorbell;
  }

  /** Only what this rank has lent itself. */
  @Override
  public synchronized Lease borrow(int peer, long descriptor) {
    if (peer != rank) {
      throw new MalformedException("memory lent by rank " + peer + ", which shares none");
    }
    return self.borrow(descriptor);
  }

  @Override
  public synchronized void reject(int peer, String what) {
    if (peer == rank) {
      self.reject(what);
    } else {
      for (Connection c : ready.all()) {
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
  public @Nullable Region reserve(long bytes) {
    return null;
  }

  @Override
  public @Nullable MemorySegment map(Region region) {
    return null;
  }

  @Override
  public void release(Region region) {
    throw new IllegalStateException("nothing was reserved over TCP");
  }

  /** What its connections have seen so far. */
  public synchronized TcpCounters counters() {
    return new TcpCounters(
        manager.connections(), manager.refused(), malformed, buffers.reads(), buffers.writes());
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
    hearEvents();
    isClosed = true;
    hearEvents(); // what came in between: who tells something later sees that it is closed
    List<Connection> live = List.copyOf(ready.all());
    try {
      watch.close();
      ready.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close a selector", e);
    } finally {
      for (@Nullable TcpEndpoint endpoint : endpoints) {
        if (endpoint != null) {
          endpoint.failed("cannot be sent anything: this rank has left");
        }
      }
      manager.leave(live);
    }
  }

  /**
   * After {@link #close}: waits until all that was offered has been taken by the peers; false if
   * that takes longer. A process that ends earlier may take its last frames with it.
   */
  public boolean awaitLeft(long nanos) throws InterruptedException {
    return manager.awaitEnd(nanos);
  }
}
