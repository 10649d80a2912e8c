package org.purempi.launch.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.system.DaemonThread;

/**
 * Carries mpiexec's standard input to the ranks that are to read it; runs on a daemon thread, with
 * one more for each of them. One that does not read holds up the others only when they are far
 * ahead of it.
 */
public final class InputForwarder {
  private static final int CHUNK_BYTES = 1 << 16;

  /** What one of several readers may have left unread before no more is taken. */
  private static final long MOST_WAITING_BYTES = 32L << 20;

  private static final long BACKGROUND_PAUSE_MILLIS = 200;

  /** The foreground group of a session without a terminal: any terminal may be read. */
  private static final String NO_TERMINAL = "-1";

  private final ReadableByteChannel in;
  private final List<Reader> readers;
  private final boolean terminal;

  /** Reads {@code in} for these ranks; from a terminal, only while mpiexec is in the foreground. */
  public InputForwarder(ReadableByteChannel in, List<OutputStream> readers, boolean terminal) {
    this.in = in;
    // What a single reader leaves unread is left where it is.
    long most = readers.size() > 1 ? MOST_WAITING_BYTES : 0;
    this.readers = readers.stream().map(stream -> new Reader(stream, most)).toList();
    this.terminal = terminal;
  }

  /** Forwards until the end of the input, or until no reader is left. */
  public void run() {
    for (Reader reader : readers) {
      DaemonThread.start("stdin", reader::run);
    }
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
    try {
      int got = 0;
      while (got >= 0 && isWanted()) {
        got = read(chunk.clear());
        if (got > 0) {
          byte[] bytes = Arrays.copyOf(chunk.array(), got);
          readers.forEach(reader -> reader.take(bytes));
        }
      }
    } catch (IOException e) {
      // Standard input is closed or unreadable: the ranks see its end.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    readers.forEach(Reader::end);
  }

  /** Waits until all readers have room; false when none is left. */
  private boolean isWanted() throws InterruptedException {
    boolean wanted = false;
    for (Reader reader : readers) {
      wanted |= reader.awaitRoom();
    }
    return wanted;
  }

  /**
   * Reads; from a terminal once we are in the foreground. In the background it fails, even where it
   * began in the foreground: bin/mpiexec has us ignore SIGTTIN, which would stop the whole job.
   */
  private int read(ByteBuffer chunk) throws IOException, InterruptedException {
    while (true) {
      boolean ours = mayRead();
      try {
        return in.read(chunk);
      } catch (IOException e) {
        if (ours && mayRead()) {
          throw e;
        }
      }
      Thread.sleep(BACKGROUND_PAUSE_MILLIS);
    }
  }

  /** Whether no terminal, if it is one, keeps us from reading. */
  private boolean mayRead() throws IOException {
    if (!terminal) {
      return true;
    }
    String stat = Files.readString(Path.of("/proc/self/stat"));
    // after "(name)": state, parent, group, session, terminal, terminal's foreground group
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    int group = 2;
    int foregroundGroup = 5;
    return fields[foregroundGroup].equals(NO_TERMINAL)
        || fields[foregroundGroup].equals(fields[group]);
  }

  /** The input of one rank, and what waits for it. */
  private static final class Reader {
    private final OutputStream stream;
    private final long most;
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private boolean ended;
    private boolean gone;

    Reader(OutputStream stream, long most) {
      this.stream = stream;
      this.most = most;
    }

    synchronized boolean awaitRoom() throws InterruptedException {
      while (waitingBytes > most && !gone) {
        wait();
      }
      return !gone;
    }

    synchronized void take(byte[] bytes) {
      if (!gone) {
        waiting.add(bytes);
        waitingBytes += bytes.length;
        notifyAll();
      }
    }

    synchronized void end() {
      ended = true;
      notifyAll();
    }

    private synchronized byte @Nullable [] next() throws InterruptedException {
      while (waiting.isEmpty() && !ended) {
        wait();
      }
      return waiting.poll();
    }

    private synchronized void passed(int bytes) {
      waitingBytes -= bytes;
      notifyAll();
    }

    private synchronized void leave() {
      gone = true;
      waiting.clear();
      notifyAll();
    }

    void run() {
      try (stream) {
        for (byte[] bytes = next(); bytes != null; bytes = next()) {
          stream.write(bytes);
          stream.flush();
          passed(bytes.length);
        }
      } catch (IOException e) {
        // The rank has ended or closed its standard input.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        leave();
      }
    }
  }
}
