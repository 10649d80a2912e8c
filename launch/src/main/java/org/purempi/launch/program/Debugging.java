package org.purempi.launch.program;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;

/**
 * Ranks whose JVMs wait for a debugger before they begin ({@code -debug}), by JDWP.
 *
 * @param where the option and its value, the beginning of an error
 * @param ports for each rank the port at which its JVM listens, on its own host only; {@value
 *     #ANY_PORT} while none has been chosen
 */
public record Debugging(String where, Map<Integer, Integer> ports) {
  /** No rank waits. */
  public static final Debugging NONE = new Debugging("", Map.of());

  private static final int ANY_PORT = 0;
  private static final int LARGEST_PORT = 65_535;

  /** {@code quiet}: what the agent would say belongs to mpiexec, not into the rank's output. */
  private static final String AGENT =
      "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=127.0.0.1:";

  /** Keeps a copy in the order of ranks, which nobody changes. */
  public Debugging {
    ports = Collections.unmodifiableMap(new TreeMap<>(ports));
  }

  /** Reads {@code RANK[:PORT],…}. */
  public static Debugging parse(String where, String text) throws UsageException {
    var ports = new TreeMap<Integer, Integer>();
    for (String one : ShellWords.parts(text, ",")) {
      if (!one.matches("[0-9]{1,9}(:[0-9]{1,5})?")) {
        throw new UsageException(where + ": write RANK or RANK:PORT, several separated by ','");
      }
      int colon = one.indexOf(':');
      int port = colon < 0 ? ANY_PORT : Integer.parseInt(one.substring(colon + 1));
      if (colon >= 0 && (port < 1 || port > LARGEST_PORT)) {
        throw new UsageException(where + ": a port is a number from 1 to " + LARGEST_PORT);
      }
      ports.put(Integer.valueOf(colon < 0 ? one : one.substring(0, colon)), port);
    }
    return new Debugging(where, ports);
  }

  /**
   * The same with a port for each.
   *
   * @param ranks how many ranks there are
   * @param together whether one JVM holds them all
   */
  public Debugging planned(int ranks, boolean together) throws UsageException {
    var planned = new TreeMap<Integer, Integer>();
    var reserved = new ArrayList<ServerSocket>();
    try {
      for (var entry : ports.entrySet()) {
        if (entry.getKey() >= ranks) {
          throw new UsageException(where + ": the job's ranks are 0 to " + (ranks - 1));
        }
        planned.put(
            together ? 0 : entry.getKey(),
            entry.getValue() == ANY_PORT ? free(reserved) : entry.getValue());
      }
      for (ServerSocket socket : reserved) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UsageException(where + ": no port is free: " + e.getMessage(), e);
    }
    if (together && ports.size() > 1) {
      throw new UsageException(where + ": with -threads all ranks share one JVM; name one of them");
    }
    return new Debugging(where, planned);
  }

  /** A port that nobody listens at; it is held until all have been found. */
  private static int free(List<ServerSocket> reserved) throws IOException {
    var socket = new ServerSocket();
    reserved.add(socket);
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return socket.getLocalPort();
  }

  /** Refuses programs that are not Java's. */
  public void check(IntFunction<Command> ofRank) throws UsageException {
    for (int rank : ports.keySet()) {
      String program = ofRank.apply(rank).words().getFirst();
      if (!isJava(program)) {
        throw new UsageException(
            where + ": rank " + rank + " runs " + program + ", which is not a Java program");
      }
    }
  }

  private static boolean isJava(String program) {
    return Path.of(program).endsWith("java");
  }

  /** What a rank executes, if it executes this otherwise. */
  public Command of(int rank, Command plain) {
    Integer port = ports.get(rank);
    if (port == null) {
      return plain;
    }
    var words = new ArrayList<>(plain.words());
    words.add(1, AGENT + port);
    return new Command(words, plain.directory(), plain.environment());
  }
}
