package org.purempi.pmi;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Serves PMI-1 to the ranks of one job, on the loopback interface only. One thread owns everything;
 * {@link #ended} and {@link #close} may be called by any thread.
 */
public final class PmiServer implements AutoCloseable {
  /** How the names of our key-value spaces begin: a client knows our launcher by it. */
  public static final String NAME_PREFIX = "purempi_";

  private static final int BACKLOG = 4096;

  private final PmiListener listener;
  private final PmiDesk desk;
  private final Selector selector;
  private final ServerSocketChannel door;
  private final Queue<Runnable> errands = new ConcurrentLinkedQueue<>();
  private final AtomicInteger refused = new AtomicInteger();
  private final Thread thread;
  private volatile boolean closed;

  private PmiServer(PmiJob job, PmiListener listener, @Nullable PmiUpstream upstream)
      throws IOException {
    this.listener = listener;
    this.desk = new PmiDesk(job, listener, upstream, this::errand);
    this.selector = Selector.open();
    this.door = ServerSocketChannel.open();
    door.bind(
        new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), BACKLOG);
    door.configureBlocking(false);
    door.register(selector, SelectionKey.OP_ACCEPT);
    this.thread = Thread.ofPlatform().daemon().name("purempi-pmi-server").unstarted(this::serve);
  }

  /** Opens the door for a job's ranks, all of them on this host, and starts to serve them. */
  public static PmiServer start(PmiJob job, PmiListener listener) throws IOException {
    return start(job, listener, null);
  }

  /**
   * Opens the door for the ranks of a job that this server is to serve, and starts to serve them.
   *
   * @param upstream who knows the other ranks of the job; null when there are none
   */
  public static PmiServer start(PmiJob job, PmiListener listener, @Nullable PmiUpstream upstream)
      throws IOException {
    var server = new PmiServer(job, listener, upstream);
    server.thread.start();
    return server;
  }

  /** Lets all ranks out of the barrier that {@link PmiUpstream#barrier} told of. */
  public void release(Map<String, String> pairs) {
    errand(
        () -> {
          try {
            desk.release(pairs);
          } catch (IOException e) {
            listener.serverFailed("a PMI connection could not be closed: " + e.getMessage());
          }
        });
  }

  private void errand(Runnable what) {
    errands.add(what);
    selector.wakeup();
  }

  /** Where ranks find this server, {@code 127.0.0.1:port}: the value of their {@code PMI_PORT}. */
  public String address() {
    return "127.0.0.1:" + door.socket().getLocalPort();
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
    var answer = new CompletableFuture<RankEnd>();
    errand(
        () -> {
          RankConnection last = desk.connection(rank);
          if (last != null && last.isOpen()) {
            serve(last);
          }
          answer.complete(desk.ended(rank));
        });
    return answer;
  }

  /**
   * Asks every rank that can answer what it is doing; the answers go to the listener.
   *
   * @return how far the ranks have come that will not answer
   */
  public CompletableFuture<Map<Integer, RankStage>> askForReports() {
    var answer = new CompletableFuture<Map<Integer, RankStage>>();
    errand(
        () -> {
          try {
            answer.complete(desk.askForReports());
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
      while (!closed) {
        selector.select();
        for (var key : selector.selectedKeys()) {
          attend(key);
        }
        selector.selectedKeys().clear();
        for (Runnable errand = errands.poll(); errand != null; errand = errands.poll()) {
          errand.run();
        }
      }
      for (var key : selector.keys()) {
        key.channel().close();
      }
    } catch (IOException e) {
      listener.serverFailed("the PMI server failed: " + e.getMessage());
    }
  }

  private void attend(SelectionKey key) throws IOException {
    if (!key.isValid()) {
      return;
    }
    if (key.isAcceptable()) {
      SocketChannel channel = door.accept();
      if (channel != null) {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        SelectionKey its = channel.register(selector, SelectionKey.OP_READ);
        its.attach(new RankConnection(channel, its));
      }
    } else if (key.attachment() instanceof RankConnection connection) {
      serve(connection);
    }
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
          connection.close();
        } else if (!served) {
          return;
        }
      }
    } catch (PmiException e) {
      refused.incrementAndGet();
      drop(connection);
    } catch (IOException e) {
      drop(connection); // the rank is gone; the launcher learns why from its process
    }
  }

  private void drop(RankConnection connection) {
    try {
      connection.close();
    } catch (IOException e) {
      listener.serverFailed("a PMI connection could not be closed: " + e.getMessage());
    }
  }
}
