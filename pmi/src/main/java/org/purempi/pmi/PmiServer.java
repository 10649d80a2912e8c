package org.purempi.pmi;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Serves PMI-1 to the ranks of one job: to those that call on the loopback interface, or, where
 * ranks of several hosts are served, to those that are brought in. One thread owns everything; all
 * methods may be called by any thread.
 */
public final class PmiServer implements AutoCloseable {
  /** How the names of our key-value spaces begin: a client knows our launcher by it. */
  public static final String NAME_PREFIX = "purempi_";

  /** The variable that tells a rank with {@code PMI_FD} that this server asks for reports. */
  public static final String REPORTS = "PUREMPI_PMI_REPORTS";

  /**
   * The variable that tells a rank the {@link #key} of its job. What a rank of ours says beside its
   * {@code PMI_ID} has 128 bits; nobody guesses it.
   */
  public static final String KEY = "PUREMPI_PMI_KEY";

  /** So long nobody is let in when that has failed. */
  private static final long SHUT_MILLIS = 50;

  /** What may have to close connections. */
  @FunctionalInterface
  private interface Step {
    void take() throws IOException;
  }

  private final PmiListener listener;
  private final Identifiers identifiers;
  private final PmiDesk desk;
  private final Lobby lobby;
  private final Selector selector;
  private final @Nullable ServerSocketChannel door;
  private final Queue<Runnable> errands = new ConcurrentLinkedQueue<>();
  private final AtomicInteger refused = new AtomicInteger();
  private final Thread thread;
  private @Nullable SelectionKey shutDoor;
  private volatile boolean closed;

  private PmiServer(
      PmiJob job,
      PmiListener listener,
      @Nullable PmiUpstream upstream,
      NameService names,
      boolean hasDoor)
      throws IOException {
    this.listener = listener;
    this.lobby = new Lobby(job.served().size());
    this.identifiers = hasDoor ? Identifiers.drawn(job.served()) : Identifiers.plain(job.served());
    this.desk = new PmiDesk(job, identifiers, listener, upstream, names, this::errand);
    this.selector = Selector.open();
    this.door = hasDoor ? Lobby.openDoor(selector) : null;
    this.thread = Thread.ofPlatform().daemon().name("purempi-pmi-server").unstarted(this::serve);
  }

  /** Opens the door for a job's ranks, all of them on this host, and starts to serve them. */
  public static PmiServer start(PmiJob job, PmiListener listener) throws IOException {
    return start(job, listener, null, new PublishedNames());
  }

  /**
   * Opens the door for the ranks of a job that this server is to serve, and starts to serve them.
   *
   * @param upstream who knows the other ranks of the job, and the names; null when there is nobody
   * @param names those that ranks publish, where nobody stands above
   */
  public static PmiServer start(
      PmiJob job, PmiListener listener, @Nullable PmiUpstream upstream, NameService names)
      throws IOException {
    return started(new PmiServer(job, listener, upstream, names, true));
  }

  /** Starts to serve ranks that are brought in by {@link #admit}; there is no door. */
  public static PmiServer startWithoutDoor(PmiJob job, PmiListener listener) throws IOException {
    return startWithoutDoor(job, listener, new PublishedNames());
  }

  /** The same for ranks that share these names with others. */
  public static PmiServer startWithoutDoor(PmiJob job, PmiListener listener, NameService names)
      throws IOException {
    return started(new PmiServer(job, listener, null, names, false));
  }

  private static PmiServer started(PmiServer server) {
    server.thread.start();
    return server;
  }

  /**
   * Serves a rank over a connection that it has proved to be its own.
   *
   * @param channel the server's from now on
   */
  public void admit(int rank, SocketChannel channel) {
    errand(
        () -> {
          try {
            var unused = take(channel, rank);
          } catch (IOException e) {
            listener.lost(rank);
          }
        });
  }

  /**
   * Serves a rank over a connection that is known to be its own: it begins with {@code init}.
   *
   * @param channel the server's from now on
   */
  public void seat(int rank, SocketChannel channel) {
    errand(
        () -> {
          try {
            desk.seat(take(channel, rank), rank);
          } catch (IOException e) {
            listener.lost(rank);
          }
        });
  }

  /** Begins to serve a connection; closes it where that is impossible. */
  private RankConnection take(SocketChannel channel, int promised) throws IOException {
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      SelectionKey its = channel.register(selector, SelectionKey.OP_READ);
      var connection = new RankConnection(channel, its, promised);
      its.attach(connection);
      return connection;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Tells every rank that the job has ended, and hangs up.
   *
   * @param then runs when all have been told, on the server's thread
   */
  public void end(int exitCode, String why, Runnable then) {
    PmiLine last =
        PmiLine.of(PmiDesk.JOB_ENDED)
            .with("exitcode", exitCode)
            .with("message", PmiLine.wire(PmiClient.oneLine(why)));
    errand(
        () -> {
          // Rank 0 last: the server may be in its process, which ends when it is told.
          connections().stream()
              .sorted(Comparator.comparingInt(RankConnection::expected).reversed())
              .forEach(connection -> tell(connection, last, true));
          then.run();
        });
  }

  /** Tells every rank that this server lives, for those that nobody else watches. */
  public void sayAlive() {
    errand(
        () -> {
          for (RankConnection connection : connections()) {
            if (connection.rank() != RankConnection.NOBODY) {
              tell(connection, PmiLine.of(PmiDesk.ALIVE), false);
            }
          }
        });
  }

  private List<RankConnection> connections() {
    return selector.keys().stream()
        .filter(SelectionKey::isValid)
        .map(SelectionKey::attachment)
        .filter(RankConnection.class::isInstance)
        .map(RankConnection.class::cast)
        .toList();
  }

  private void tell(RankConnection connection, PmiLine line, boolean isLast) {
    try {
      connection.send(line);
      if (isLast) {
        connection.closeWhenSent();
      }
    } catch (IOException e) {
      drop(connection); // it is gone before
    }
  }

  /** Lets all ranks out of the barrier that {@link PmiUpstream#barrier} told of. */
  public void release(Map<String, String> pairs) {
    errand(() -> take(() -> desk.release(pairs)));
  }

  /**
   * Tells the ranks that others of their job have failed, here or elsewhere; those that have not
   * called init yet are told when they do. Ranks of other libraries are not told. No barrier waits
   * for a rank that has failed.
   *
   * @param why names them and what has become of them
   */
  public void ranksFailed(Collection<Integer> ranks, String why) {
    errand(() -> take(() -> desk.ranksFailed(ranks, why)));
  }

  private void take(Step step) {
    try {
      step.take();
    } catch (IOException e) {
      listener.serverFailed("a PMI connection could not be closed: " + PmiException.text(e));
    }
  }

  private void errand(Runnable what) {
    errands.add(what);
    selector.wakeup();
  }

  /** Where ranks find this server, {@code 127.0.0.1:port}: the value of their {@code PMI_PORT}. */
  public String address() {
    return "127.0.0.1:" + Objects.requireNonNull(door).socket().getLocalPort();
  }

  /** How a rank introduces itself to this server: the value of its {@code PMI_ID}. */
  public String identifier(int rank) {
    return Objects.requireNonNull(identifiers.of(rank), "not served here").toString();
  }

  /** What ranks of ours say as well: the value of their {@link #KEY}. */
  public String key() {
    return identifiers.key();
  }

  /** Whether any rank has called init: whether this is an MPI job. */
  public boolean inUse() {
    return desk.inUse();
  }

  /** How many connections were closed because of what came over them. */
  public int refusedConnections() {
    return refused.get();
  }

  /**
   * Reports that a rank's process has ended; answers what is known of it, once everything it had
   * sent before its end is served.
   */
  public CompletableFuture<RankEnd> ended(int rank) {
    return ask(
        () -> {
          RankConnection last = desk.connection(rank);
          if (last != null && last.isOpen()) {
            serve(last);
          }
          return desk.ended(rank);
        });
  }

  /**
   * Asks every rank that can answer; the answers go to the listener.
   *
   * @return how far the ranks have come that will not answer
   */
  public CompletableFuture<Map<Integer, RankStage>> ask(RankQuestion question) {
    return ask(() -> desk.ask(question));
  }

  /**
   * Tells the ranks that another world, with which theirs is connected, has failed; those that have
   * not called init yet are told when they do.
   *
   * @return whether the ranks decide what follows; not if one of them cannot be told, or if none
   *     has called init
   */
  public CompletableFuture<Boolean> worldFailed(String kvsName, int exitCode, String why) {
    return ask(() -> desk.worldFailed(kvsName, exitCode, why));
  }

  /** Does something on the server's thread that has an answer. */
  private <T> CompletableFuture<T> ask(Uninterrupted.Use<T> question) {
    var answer = new CompletableFuture<T>();
    errand(
        () -> {
          try {
            answer.complete(question.now());
          } catch (IOException e) {
            answer.completeExceptionally(e);
          }
        });
    return answer;
  }

  /** Closes every connection and stops the thread. */
  @Override
  public void close() {
    closed = true;
    selector.wakeup();
  }

  private void serve() {
    try (selector;
        door) {
      try {
        while (!closed) {
          round();
        }
      } finally {
        hangUp();
      }
    } catch (IOException | RuntimeException e) {
      listener.serverFailed("the PMI server failed: " + PmiException.text(e));
    }
  }

  private void hangUp() {
    for (SelectionKey key : selector.keys()) {
      try {
        key.channel().close();
      } catch (IOException e) {
        // Nothing is said over it any more.
      }
    }
  }

  private void round() throws IOException {
    SelectionKey shut = shutDoor;
    long millis = lobby.millis();
    boolean isShort = shut != null && (millis == 0 || millis > SHUT_MILLIS);
    selector.select(isShort ? SHUT_MILLIS : millis);
    lobby.forgive(this::turnAway);
    if (shut != null && !lobby.isFull()) {
      shutDoor = null;
      shut.interestOps(SelectionKey.OP_ACCEPT);
    }
    for (var key : selector.selectedKeys()) {
      attend(key);
    }
    selector.selectedKeys().clear();
    for (Runnable errand = errands.poll(); errand != null; errand = errands.poll()) {
      errand.run();
    }
  }

  private void attend(SelectionKey key) {
    if (!key.isValid()) {
      return;
    }
    if (key.isAcceptable()) {
      accept(key);
    } else if (key.attachment() instanceof RankConnection connection) {
      serve(connection);
    }
  }

  private void accept(SelectionKey key) {
    if (lobby.isFull()) {
      shut(key);
      return;
    }
    SocketChannel channel;
    try {
      channel = Objects.requireNonNull(door).accept();
    } catch (IOException e) {
      shut(key); // no descriptor is free, most likely
      return;
    }
    try {
      if (channel != null) {
        lobby.enter(take(channel, RankConnection.NOBODY));
        lobby.makeRoom(this::serve, this::refuse);
      }
    } catch (IOException e) {
      // It hung up at once.
    }
  }

  /** Who calls waits in the system's queue for a while. */
  private void shut(SelectionKey key) {
    key.interestOps(0);
    shutDoor = key;
  }

  private void refuse(RankConnection connection) {
    refused.incrementAndGet();
    drop(connection);
  }

  /** Tells somebody who has called himself a rank that he is none. */
  private void turnAway(RankConnection connection) {
    take(
        () ->
            connection.sendOrClose(
                PmiLine.of("initack").with("rc", -1).with("msg", "not_expected")));
    drop(connection);
  }

  /** Serves one connection as far as its bytes go; a fault of its closes it and nothing else. */
  private void serve(RankConnection connection) {
    try {
      connection.flush();
      while (connection.isOpen()) {
        boolean more = connection.fill();
        @Nullable String line = connection.nextLine();
        boolean served = line != null;
        while (line != null && connection.isOpen()) {
          desk.serve(connection, line);
          line = connection.isOpen() ? connection.nextLine() : null;
        }
        if (!more) {
          drop(connection);
        } else if (!served) {
          return;
        }
      }
    } catch (StrangerException e) {
      refused.incrementAndGet();
      if (e.isOurs()) {
        lobby.punish(connection);
      } else {
        drop(connection);
      }
    } catch (PmiException | RuntimeException e) {
      refuse(connection); // whatever it said, the other ranks are served
    } catch (IOException e) {
      drop(connection); // the rank is gone; the launcher learns why from its process
    }
  }

  private void drop(RankConnection connection) {
    take(connection::close);
    desk.closed(connection);
  }
}
