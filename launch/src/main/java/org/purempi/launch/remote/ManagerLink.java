package org.purempi.launch.remote;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.smpd.CommandBytes;
import org.purempi.launch.smpd.CommandReader;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.system.DaemonThread;
import org.purempi.launch.system.Waiting;

/**
 * A connection between two managers, or a manager and mpiexec: commands both ways over two streams.
 * One thread reads and hands on, one writes what any thread queues. Ranks' output waits while too
 * much of it is queued, so that a slow reader slows the ranks down; every other command overtakes
 * it.
 */
final class ManagerLink {
  private static final int READ_BYTES = 1 << 16;
  private static final int MOST_OUTPUT_BYTES = 1 << 20;

  /** More than this means that nobody has read for very long. */
  private static final int MOST_BYTES = 256 << 20;

  /** What a link tells. */
  interface Handler {
    /** A command has come; what this call waits for, the sender waits for. */
    void arrived(ManagerLink from, SmpdCommand command) throws IOException, InterruptedException;

    /** Nothing will come or go any more; told once. */
    void lost(ManagerLink from, String why);
  }

  private final String name;
  private final InputStream in;
  private final OutputStream out;
  private final Handler handler;
  private final ArrayDeque<byte[]> urgent = new ArrayDeque<>();
  private final ArrayDeque<byte[]> output = new ArrayDeque<>();
  private long queuedOutput;
  private long queued;
  private boolean writing;
  private boolean closed;
  private volatile long waitingSinceNanos;
  private volatile boolean waiting;

  /**
   * @param name whom it leads to, for messages
   */
  ManagerLink(String name, InputStream in, OutputStream out, Handler handler) {
    this.name = name;
    this.in = new BufferedInputStream(in, READ_BYTES);
    this.out = out;
    this.handler = handler;
  }

  /** Begins to read and write. */
  void open() {
    DaemonThread.start("write-" + name, this::write);
    DaemonThread.start("read-" + name, this::read);
  }

  String name() {
    return name;
  }

  /** For how long nothing has come, although we waited for it. */
  long silentNanos() {
    return waiting ? System.nanoTime() - waitingSinceNanos : 0;
  }

  private void read() {
    var reader = new CommandReader(in);
    try {
      while (true) {
        waitingSinceNanos = System.nanoTime();
        waiting = true;
        SmpdCommand command = reader.next();
        waiting = false;
        if (command == null) {
          end("closed its connection");
          return;
        }
        handler.arrived(this, command);
      }
    } catch (IOException e) {
      end(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      end("interrupted");
    }
  }

  /** Queues a command; one that carries output waits for room first. */
  void send(SmpdCommand command) throws InterruptedException {
    byte[] bytes = CommandBytes.of(command);
    boolean tooMuch;
    synchronized (urgent) {
      boolean isOutput = command.verb().isOutput();
      while (isOutput && queuedOutput > MOST_OUTPUT_BYTES && !closed) {
        urgent.wait();
      }
      if (closed) {
        return;
      }
      (isOutput ? output : urgent).add(bytes);
      queuedOutput += isOutput ? bytes.length : 0;
      queued += bytes.length;
      tooMuch = queued > MOST_BYTES;
      urgent.notifyAll();
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
      out.close();
    } catch (IOException e) {
      end("its connection cannot be written to any more: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What is to be written next; null when the link is closed and all has been written. */
  private byte @Nullable [] next() throws IOException, InterruptedException {
    synchronized (urgent) {
      writing = false;
      urgent.notifyAll();
      if (urgent.isEmpty() && output.isEmpty() && !closed) {
        out.flush();
      }
      while (urgent.isEmpty() && output.isEmpty() && !closed) {
        urgent.wait();
      }
      byte[] bytes = urgent.poll();
      if (bytes == null) {
        bytes = output.poll();
        queuedOutput -= bytes == null ? 0 : bytes.length;
      }
      queued -= bytes == null ? 0 : bytes.length;
      writing = bytes != null;
      return bytes;
    }
  }

  /** Waits until all that is queued has been written; false when the time was too short. */
  boolean drain(long millis) throws InterruptedException {
    synchronized (urgent) {
      Waiting.until(urgent, millis, () -> closed || isWritten());
      return isWritten();
    }
  }

  private boolean isWritten() {
    return !writing && urgent.isEmpty() && output.isEmpty();
  }

  /** Ends the link without a word to the handler. */
  void close() {
    synchronized (urgent) {
      closed = true;
      urgent.notifyAll();
    }
  }

  /** Gives the other side up. */
  void end(String why) {
    synchronized (urgent) {
      if (closed) {
        return;
      }
      closed = true;
      urgent.clear();
      output.clear();
      urgent.notifyAll();
    }
    handler.lost(this, why);
  }
}
