package org.purempi.launch;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Carries mpiexec's standard input to the ranks that are to read it; runs on a daemon thread. */
final class InputForwarder {
  private static final int CHUNK_BYTES = 1 << 16;
  private static final long BACKGROUND_PAUSE_MILLIS = 500;

  private final List<OutputStream> readers;
  private final boolean terminal;

  InputForwarder(List<OutputStream> readers, boolean terminal) {
    this.readers = new ArrayList<>(readers);
    this.terminal = terminal;
  }

  void run() {
    var in = new FileInputStream(FileDescriptor.in);
    var chunk = new byte[CHUNK_BYTES];
    try {
      int got = 0;
      while (got >= 0 && !readers.isEmpty()) {
        awaitForeground();
        got = in.read(chunk);
        int bytes = got;
        if (bytes > 0) {
          readers.removeIf(reader -> !passed(reader, chunk, bytes));
        }
      }
    } catch (IOException e) {
      // Standard input is closed or unreadable: the ranks see its end.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    readers.removeIf(InputForwarder::closed);
  }

  /**
   * A background job that reads its terminal would be stopped, with everything that hangs on it.
   */
  private void awaitForeground() throws IOException, InterruptedException {
    while (terminal && !inForeground()) {
      Thread.sleep(BACKGROUND_PAUSE_MILLIS);
    }
  }

  private static boolean inForeground() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    // after "(name)": state, parent, group, session, terminal, terminal's foreground group
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    int group = 2;
    int foregroundGroup = 5;
    return fields[group].equals(fields[foregroundGroup]);
  }

  private static boolean passed(OutputStream reader, byte[] bytes, int length) {
    try {
      reader.write(bytes, 0, length);
      reader.flush();
      return true;
    } catch (IOException e) {
      return false; // the rank has ended or closed its standard input
    }
  }

  private static boolean closed(OutputStream reader) {
    try {
      reader.close();
    } catch (IOException e) {
      return true; // it was gone before
    }
    return true;
  }
}
