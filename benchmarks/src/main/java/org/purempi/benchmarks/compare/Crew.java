package org.purempi.benchmarks.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A started contestant: its job and one connection to each of its ranks.
 *
 * <p>Between turns every rank sleeps in a read of its connection, outside of MPI. Closing the
 * connections ends the ranks; whatever still lives a moment later is killed.
 */
final class Crew implements AutoCloseable {

  private static final int START_LIMIT_MILLIS = 60_000;
  private static final int TURN_LIMIT_MILLIS = 60_000;
  private static final int ACCEPT_SLICE_MILLIS = 200;
  private static final int END_LIMIT_SECONDS = 5;

  /** A contestant could not run a point; the message says who and why. */
  static final class Failure extends Exception {
    private static final long serialVersionUID = 1;

    private final String what;

    Failure(String what) {
      super(what);
      this.what = what;
    }

    /** What went wrong, and whose fault it is. */
    String what() {
      return what;
    }
  }

  private record Rank(int number, long pid, String cpus, BufferedReader in, Socket socket) {}

  private final Contestant contestant;
  private final Process job;
  private final List<Rank> ranks;
  private final Path log;

  private Crew(Contestant contestant, Process job, List<Rank> ranks, Path log) {
    this.contestant = contestant;
    this.job = job;
    this.ranks = ranks;
    this.log = log;
  }

  /**
   * Starts the contestant's runner on so many ranks and waits until all have reported.
   *
   * @param program path of the C runner without the peer's name
   * @param log receives what the job prints
   * @throws Failure if the job ends or stays silent instead
   */
  static Crew start(Contestant contestant, int ranks, Path program, Path log) throws Failure {
    try (var server = new ServerSocket(0, ranks, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(ACCEPT_SLICE_MILLIS);
      List<String> command =
          contestant
              .launcher()
              .command(ranks, program, List.of(Integer.toString(server.getLocalPort())));
      Process job =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .start();
      var crew = new Crew(contestant, job, new ArrayList<>(), log);
      Jobs.watch(job);
      try {
        crew.gather(server, ranks);
      } catch (Failure | IOException e) {
        crew.close();
        throw e;
      }
      return crew;
    } catch (IOException e) {
      throw new Failure("cannot start " + contestant.name() + ": " + e.getMessage());
    }
  }

  private void gather(ServerSocket server, int size) throws IOException, Failure {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_LIMIT_MILLIS);
    while (ranks.size() < size) {
      try {
        ranks.add(greet(server.accept()));
      } catch (SocketTimeoutException e) {
        if (!job.isAlive() || System.nanoTime() > end) {
          throw failure("only %d of %d ranks reported".formatted(ranks.size(), size));
        }
      }
    }
    ranks.sort((a, b) -> Integer.compare(a.number, b.number));
    Priority.passOn(pids());
  }

  private Rank greet(Socket socket) throws IOException, Failure {
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TURN_LIMIT_MILLIS);
    var in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    String line = in.readLine();
    String[] words = line == null ? new String[0] : line.split(" ", -1);
    if (words.length != 5 || !words[0].equals("hello")) {
      throw failure("a rank's first words were '" + line + "', expected hello RANK SIZE PID CPUS");
    }
    return new Rank(Integer.parseInt(words[1]), Long.parseLong(words[3]), words[4], in, socket);
  }

  /**
   * Lets the contestant run one point while all others sleep.
   *
   * @param round says where ranks begin that are more than the processors
   * @return the samples
   */
  List<Double> run(Point point, Pace.Turn turn, int round) throws Failure {
    byte[] command = point.command(turn).getBytes(StandardCharsets.US_ASCII);
    List<Double> samples = List.of();
    Places places = Places.of(ranks.stream().map(Rank::pid).toList(), cpus());
    places.take(round);
    try {
      for (Rank rank : ranks) {
        OutputStream out = rank.socket.getOutputStream();
        out.write(command);
        out.flush();
      }
      places.leave();
      for (Rank rank : ranks) {
        List<Double> reported = samples(rank.number, rank.in.readLine());
        samples = rank.number == 0 ? reported : samples;
      }
    } catch (SocketTimeoutException e) {
      throw failure("no answer after " + TURN_LIMIT_MILLIS / 1000 + " s");
    } catch (IOException e) {
      throw failure("the connection to a rank broke: " + e);
    }
    return samples;
  }

  private List<Double> samples(int rank, String answer) throws Failure {
    if (answer == null) {
      throw failure("rank " + rank + " is gone");
    }
    if (answer.startsWith("result ")) {
      return Stream.of(answer.substring("result ".length()).split(" ", -1))
          .map(Double::valueOf)
          .toList();
    }
    if (!answer.equals("done")) {
      throw failure("rank " + rank + ": " + answer);
    }
    return List.of();
  }

  private Failure failure(String what) {
    return new Failure(
        "%s: %s; it printed: %s (%s)".formatted(contestant.name(), what, firstWords(), log));
  }

  /** The process ids of the ranks; threads of one JVM share one. */
  Set<Long> pids() {
    Set<Long> pids = new TreeSet<>();
    ranks.forEach(rank -> pids.add(rank.pid));
    return pids;
  }

  /** Which processors the ranks may use, in rank order. */
  List<String> cpus() {
    return ranks.stream().map(Rank::cpus).toList();
  }

  /** Who this is. */
  Contestant contestant() {
    return contestant;
  }

  @Override
  public void close() {
    for (Rank rank : ranks) {
      try (Socket socket = rank.socket) {
        socket.getOutputStream().write("quit\n".getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        // The rank is gone already, which is what closing is for.
      }
    }
    try {
      job.waitFor(END_LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Jobs.end(job);
  }

  /** The first thing that the job has printed, for a report of its failure. */
  private String firstWords() {
    try (var lines = Files.lines(log)) {
      return lines.filter(line -> !line.isBlank()).findFirst().orElse("nothing").strip();
    } catch (IOException e) {
      return "something that cannot be read: " + e.getMessage();
    }
  }
}
