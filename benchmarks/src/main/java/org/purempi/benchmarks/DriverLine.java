package org.purempi.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A rank's connection to the driver; race.c describes what is said. One thread uses it. */
final class DriverLine implements AutoCloseable {

  /** A point to run. */
  record Command(String benchmark, int bytes, long warmMicros, long sampleMicros, int samples) {}

  private final Socket socket;
  private final BufferedReader in;
  private final Writer out;
  private final int rank;

  /** Connects and says who we are. */
  DriverLine(int port, int rank, int ranks) throws IOException {
    this.rank = rank;
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    out = new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.US_ASCII);
    say("hello %d %d %d %s".formatted(rank, ranks, ProcessHandle.current().pid(), allowedCpus()));
  }

  /** Sleeps until there is a point to run; null when there will be none. */
  @Nullable Command next() throws IOException {
    String line = in.readLine();
    if (line == null || line.equals("quit")) {
      return null;
    }
    String[] words = line.split(" ", -1);
    return new Command(
        words[0],
        Integer.parseInt(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Integer.parseInt(words[4]));
  }

  /** Tells that the point is done; rank 0 tells its samples. */
  void answer(double[] samples) throws IOException {
    if (rank != 0) {
      say("done");
      return;
    }
    var line = new StringBuilder("result");
    for (double sample : samples) {
      line.append(String.format(Locale.ROOT, " %.6g", sample));
    }
    say(line.toString());
  }

  private void say(String line) throws IOException {
    out.write(line + "\n");
    out.flush();
  }

  private static String allowedCpus() throws IOException {
    String key = "Cpus_allowed_list:";
    try (var lines = Files.lines(Path.of("/proc/thread-self/status"))) {
      return lines
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(key.length()).strip())
          .findFirst()
          .orElse("?");
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
