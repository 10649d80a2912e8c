package org.purempi.launch.local;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.site.Event;
import org.purempi.launch.system.ExitStatus;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.OptionValue;
import org.purempi.launch.text.Visible;
import org.purempi.pmi.NameService;
import org.purempi.pmi.PmiException;
import org.purempi.pmi.PmiJob;
import org.purempi.pmi.PmiLine;
import org.purempi.pmi.PmiListener;
import org.purempi.pmi.PmiServer;
import org.purempi.pmi.RankReport;
import org.purempi.pmi.SpawnProgram;
import org.purempi.pmi.SpawnResult;

/**
 * A program that was started without mpiexec, is alone in its world, and has called mpiexec to
 * serve it: it listens on a port, we call there, and it goes on as a rank of PMI-1.
 *
 * @param port where it listens on this host
 * @param processId the program, or the process of ours that it made and became mpiexec
 */
public record Singleton(int port, long processId) {
  private static final int HANDSHAKE_MILLIS = 10_000;
  private static final long ABORT_MILLIS = 3000;
  private static final int FAILURE = 1;
  private static final int WORDS = 4;
  private static final String HANDSHAKE = "singinit";

  /** How it ended, what is to be said, and whether it is to be killed. */
  private record End(int exitCode, String why, boolean kill) {
    End(int exitCode, String why) {
      this(exitCode, why, false);
    }
  }

  /** The values of -pmi_args; the interface and the key mean nothing to anybody. */
  public static final OptionValue VALUE =
      new OptionValue(
          "PORT INTERFACE KEY PID",
          (where, words) -> {
            OptionChecks.port(where, words.getFirst());
            OptionChecks.number(where, words.get(WORDS - 1), 1, Integer.MAX_VALUE, "the PID");
          });

  /** Reads them, once they have been checked. */
  public static Singleton parse(String values) {
    String[] words = values.split(" ", -1);
    return new Singleton(Integer.parseInt(words[0]), Long.parseLong(words[WORDS - 1]));
  }

  /** Who knows other worlds; called on the server's thread. */
  public interface Owner {
    /** The names that its worlds share. */
    NameService names();

    /** This server serves the program from now on. */
    void servedBy(PmiServer server);

    /** The program asks for more processes. */
    void spawns(Event.Spawns spawns);

    /** The program says with whom it is connected. */
    void connects(Event.Connects connects);
  }

  /** The name of its key-value space. */
  public String kvsName() {
    return PmiServer.NAME_PREFIX + id();
  }

  private String id() {
    return "singleton_" + processId;
  }

  /** Its command line, as far as the system tells it. */
  public List<String> words() {
    ProcessHandle program = program();
    var words = new ArrayList<String>();
    if (program != null) {
      words.add(program.info().command().orElse("a program"));
      words.addAll(List.of(program.info().arguments().orElse(new String[0])));
    }
    return words.isEmpty() ? List.of("a program") : words;
  }

  /** Serves the program until it ends; answers mpiexec's exit code. */
  public int serve(Consumer<String> say, Owner owner) throws IOException, InterruptedException {
    ProcessHandle program = program();
    var ends = new LinkedBlockingQueue<End>();
    PmiJob job = PmiJob.onOneHost(id(), List.of(0), 1);
    SocketChannel channel = call();
    try (PmiServer server = PmiServer.startWithoutDoor(job, new Ear(ends, owner), owner.names())) {
      owner.servedBy(server);
      greet(channel, job);
      server.seat(0, channel);
      if (program != null) {
        // Its connection may live on in a process it has made.
        var unused = program.onExit().thenRun(() -> ends.add(new End(FAILURE, "")));
      }
      End end = ends.take();
      if (!end.why.isEmpty()) {
        say.accept("mpiexec: " + Visible.quoted(end.why));
      }
      if (end.kill && program != null) {
        end(program);
      }
      return ExitStatus.ofCode(end.exitCode);
    } finally {
      channel.close();
    }
  }

  /** A program becomes mpiexec in a child of its own, and that child's number is what it knows. */
  private @Nullable ProcessHandle program() {
    ProcessHandle self = ProcessHandle.current();
    boolean isChild = self.pid() == processId;
    return (isChild ? self.parent() : ProcessHandle.of(processId)).orElse(null);
  }

  private SocketChannel call() throws IOException {
    try {
      return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      throw new IOException(
          "-pmi_args: no program waits on port %d of this host: %s".formatted(port, e.getMessage()),
          e);
    }
  }

  private static void greet(SocketChannel channel, PmiJob job) throws IOException {
    channel.socket().setSoTimeout(HANDSHAKE_MILLIS);
    write(channel, PmiLine.of(HANDSHAKE).with("authtype", "none"));
    PmiLine answer;
    try {
      answer = PmiLine.parse(line(channel.socket().getInputStream()));
    } catch (SocketTimeoutException e) {
      throw new IOException(
          "-pmi_args: the program says nothing for %d s"
              .formatted(TimeUnit.MILLISECONDS.toSeconds(HANDSHAKE_MILLIS)),
          e);
    } catch (PmiException e) {
      throw new IOException("-pmi_args: " + e.getMessage(), e);
    }
    boolean isSpoken =
        answer.command().equals(HANDSHAKE)
            && "1".equals(answer.get("pmi_version"))
            && "none".equals(answer.fields().getOrDefault("authtype", "none"));
    write(
        channel,
        PmiLine.of("singinit_info")
            .with("versionok", isSpoken ? "yes" : "no")
            .with("stdio", "no") // it keeps its own
            .with("kvsname", job.kvsName()));
    if (!isSpoken) {
      throw new IOException("-pmi_args: the program does not speak PMI-1: " + answer.format());
    }
  }

  private static void write(SocketChannel channel, PmiLine line) throws IOException {
    var bytes = ByteBuffer.wrap((line.format() + "\n").getBytes(StandardCharsets.US_ASCII));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** One line and no byte more: what follows is the server's. */
  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0 || line.length() == PmiLine.MAX_BYTES) {
        throw new IOException("-pmi_args: the program " + (b < 0 ? "hung up" : "ends no line"));
      }
      line.append((char) b);
    }
    return line.toString();
  }

  private static void end(ProcessHandle program) throws InterruptedException {
    try {
      program.onExit().get(ABORT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | java.util.concurrent.ExecutionException e) {
      program.destroyForcibly();
    }
  }

  /** What its PMI server tells. */
  private record Ear(LinkedBlockingQueue<End> ends, Owner owner) implements PmiListener {
    @Override
    public void spawn(
        int rank,
        List<SpawnProgram> programs,
        Map<String, String> preput,
        Consumer<SpawnResult> answer) {
      owner.spawns(new Event.Spawns(rank, programs, preput, answer));
    }

    @Override
    public void connected(int rank, String kvsName) {
      owner.connects(new Event.Connects(kvsName, true));
    }

    @Override
    public void disconnected(int rank, String kvsName) {
      owner.connects(new Event.Connects(kvsName, false));
    }

    @Override
    public void aborted(int rank, int exitCode, String message) {
      String why = message.isEmpty() ? "" : ": " + message;
      String cause = "the program called abort with code " + exitCode + why;
      ends.add(new End(exitCode, cause, true));
    }

    @Override
    public void left(int rank) {
      ends.add(new End(0, ""));
    }

    @Override
    public void lost(int rank) {
      ends.add(new End(FAILURE, "")); // whoever started the program sees how it ended
    }

    @Override
    public void serverFailed(String why) {
      ends.add(new End(FAILURE, why));
    }

    @Override
    public void barrierWaitsForEndedRank(int rank) {
      // It is alone.
    }

    @Override
    public void reported(List<RankReport> reports) {
      // Nobody asks it.
    }
  }
}
