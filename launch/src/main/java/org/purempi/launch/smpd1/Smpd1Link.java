package org.purempi.launch.smpd1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.KeepAlive;

/**
 * A connection with another smpd, with mpiexec or with a rank: commands both ways. One thread reads
 * and hands on, one writes what any thread queues, in its order. Whoever sends data waits while too
 * much is queued; nobody else does.
 */
public final class Smpd1Link {
  private static final int MOST_DATA_BYTES = 1 << 20;

  /** More than this means that nobody has read for very long. */
  private static final int MOST_BYTES = 64 << 20;

  private static final Set<String> DATA = Set.of("stdout", "stderr", "stdin");
  private static final KeepAlive KEEP_ALIVE = new KeepAlive(10, 3, 3);

  /** What a link tells. */
  public interface Handler {
    /** A command has come; what this call waits for, the sender waits for. */
    void arrived(Smpd1Link from, Smpd1Command command) throws IOException, InterruptedException;

    /** Nothing will come or go any more; told once, unless we closed it. */
    void lost(Smpd1Link from, String why);
  }

  private final String name;
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final Handler handler;
  private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
  private long queued;
  private boolean writing;
  private boolean closed;

  /**
   * A link that neither reads nor writes yet.
   *
   * @param name whom it leads to, for messages
   * @param line a connection whose next bytes are commands
   */
  public Smpd1Link(String name, Smpd1Client.Line line, Handler handler) {
    this.name = name;
    this.socket = line.socket();
    this.in = line.in();
    this.out = line.out();
    this.handler = handler;
  }

  /** Commands go at once, and a host without power is noticed within about 20 s. */
  static void tune(Socket socket) throws IOException {
    socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
    KEEP_ALIVE.on(socket);
  }

  /** Begins to read and write. */
  public void open() {
    daemon("smpd1-write-" + name, this::write);
    daemon("smpd1-read-" + name, this::read);
  }

  static void daemon(String name, Runnable body) {
    Thread.ofPlatform().daemon().name(name).start(body);
  }

  /** Whom it leads to. */
  public String name() {
    return name;
  }

  private void read() {
    var reader = new Smpd1Reader(in);
    try {
      for (Smpd1Command next = reader.next(); next != null; next = reader.next()) {
        handler.arrived(this, next);
      }
      end("closed its connection");
    } catch (IOException e) {
      end(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      end("interrupted");
    }
  }

  /**
   * Queues a command; one that carries data waits for room first.
   *
   * @throws Smpd1Exception when it is too long
   */
  public void send(Smpd1Command command) throws Smpd1Exception, InterruptedException {
    byte[] bytes = command.bytes();
    boolean tooMuch;
    synchronized (queue) {
      while (DATA.contains(command.verb()) && queued > MOST_DATA_BYTES && !closed) {
        queue.wait();
      }
      if (closed) {
        return;
      }
      queue.add(bytes);
      queued += bytes.length;
      tooMuch = queued > MOST_BYTES;
      queue.notifyAll();
    }
    if (tooMuch) {
      end("does not read what it is sent");
    }
  }

  private void write() {
    try {
      for (byte[] bytes = next(); bytes != null; bytes = next()) {
        out.write(bytes);
      }
    } catch (IOException e) {
      end("its connection cannot be written to any more: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    disconnect();
  }

  private byte @Nullable [] next() throws IOException, InterruptedException {
    synchronized (queue) {
      writing = false;
      queue.notifyAll();
      while (queue.isEmpty() && !closed) {
        queue.wait();
      }
      byte[] bytes = queue.poll();
      queued -= bytes == null ? 0 : bytes.length;
      writing = bytes != null;
      return bytes;
    }
  }

  /** Waits until all that is queued has been written; false when the time was too short. */
  public boolean drain(long millis) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    synchronized (queue) {
      while (writing || !queue.isEmpty()) {
        long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
        if (left <= 0) {
          return false;
        }
        queue.wait(left);
      }
      return true;
    }
  }

  /** Ends the link without a word to the handler, once what is queued has been written. */
  public void close() {
    synchronized (queue) {
      closed = true;
      queue.notifyAll();
    }
  }

  /** Ends the link at once. */
  public void disconnect() {
    close();
    try {
      socket.close();
    } catch (IOException e) {
      // The reading thread sees the same.
    }
  }

  private void end(String why) {
    synchronized (queue) {
      if (closed) {
        return;
      }
      closed = true;
      queue.clear();
      queue.notifyAll();
    }
    handler.lost(this, why);
    disconnect();
  }
}
