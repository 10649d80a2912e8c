package org.purempi.launch.smpd1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.program.Command;
import org.purempi.launch.system.DaemonThread;
import org.purempi.launch.system.ThisHost;
import org.purempi.launch.system.Tools;
import org.purempi.os.User;

/**
 * Starts the ranks that a manager of MPICH's smpd is told to start: the ranks of a clique are one
 * {@link Smpd1Clique}, which begins when all of them have been ordered.
 */
public final class Smpd1Ranks implements Smpd1Processes {
  private static final long COMPLETE_MILLIS = 10_000;
  private static final String SEPARATORS = "[;:]";

  private final Listener listener;
  private final Map<String, String> daemons;
  private final Tools tools = new Tools();
  private final Map<String, Smpd1Clique> teams = new HashMap<>();
  private final Map<Integer, Smpd1Rank> members = new ConcurrentHashMap<>();
  private @Nullable Smpd1Children children;
  private volatile boolean closed;

  /**
   * No ranks yet.
   *
   * @param environment the daemon's own
   */
  public Smpd1Ranks(Listener listener, Map<String, String> environment) {
    this.listener = listener;
    this.daemons = Map.copyOf(environment);
  }

  @Override
  public void launch(int node, int context, LaunchOrder order) throws IOException {
    String program = program(order);
    Smpd1Children door = children == null ? Smpd1Children.open(listener) : children;
    children = door;
    var member = new Smpd1Rank(node, context, order, listener);
    String name = order.space() + " " + order.clique();
    Smpd1Clique team = teams.get(name);
    if (team == null || team.has(order.rank())) {
      team = new Smpd1Clique(order, listener, tools);
      teams.put(name, team);
      Smpd1Clique awaited = team;
      DaemonThread.start("smpd1-team", () -> await(awaited));
    }
    List<String> words = new ArrayList<>(order.words());
    words.set(0, program);
    team.add(member, new Command(door.words(words), directory(order), environment(member, door)));
    members.put(context, member);
    if (team.isComplete()) {
      try {
        team.start();
      } catch (IOException e) {
        members.remove(context);
        throw e;
      }
    }
  }

  private void await(Smpd1Clique team) {
    try {
      List<Integer> missing = team.awaitComplete(COMPLETE_MILLIS);
      if (!missing.isEmpty() && !closed) {
        listener.failed("ranks %s of this host were never launched".formatted(missing));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The program's file; the directories of {@code p} come first. */
  private String program(LaunchOrder order) throws IOException {
    String name = order.words().getFirst();
    var places = new ArrayList<Path>();
    for (String directory : order.path().split(SEPARATORS, -1)) {
      if (!directory.isEmpty()) {
        places.add(Path.of(directory, name));
      }
    }
    if (name.indexOf('/') >= 0) {
      places.add(directory(order).resolve(name));
    } else {
      String search = daemons.get("PATH");
      for (String directory : search == null ? new String[0] : search.split(":", -1)) {
        places.add(Path.of(directory).resolve(name));
      }
    }
    for (Path place : places) {
      if (Files.isRegularFile(place) && Files.isExecutable(place)) {
        return place.toAbsolutePath().toString();
      }
    }
    throw new IOException(
        "Unable to exec '%s' on %s.  Error 2 - No such file or directory"
            .formatted(name, ThisHost.name()));
  }

  /** As the original: the home directory where the other one is not there. */
  private static Path directory(LaunchOrder order) {
    Path wanted = Path.of(order.directory());
    boolean there = !order.directory().isEmpty() && Files.isDirectory(wanted);
    Path home = User.home();
    return there ? wanted.toAbsolutePath() : home == null ? Path.of("/") : home;
  }

  private Map<String, String> environment(Smpd1Rank member, Smpd1Children door) {
    Map<String, String> variables = new HashMap<>(daemons);
    variables.keySet().removeIf(name -> name.startsWith("PMI"));
    variables.put("PMI_KVS", member.order().space());
    variables.put("PMI_DOMAIN", member.order().domain());
    variables.put("PMI_CLIQUE", member.clique());
    variables.put("PMI_APPNUM", Integer.toString(member.order().program()));
    variables.put("PMI_SPAWN", member.order().spawned() ? "1" : "0");
    variables.put("PMI_SMPD_ID", Integer.toString(member.node()));
    variables.put("PMI_SMPD_KEY", Integer.toString(member.context()));
    variables.putAll(door.variables(member));
    variables.putAll(member.order().environment());
    return variables;
  }

  private @Nullable Smpd1Rank member(int context) {
    return members.get(context);
  }

  @Override
  public void answered(int context, Smpd1Command answer) {
    Smpd1Rank member = member(context);
    if (member != null) {
      member.answered(answer);
    }
  }

  @Override
  public void input(int context, byte @Nullable [] bytes) {
    Smpd1Rank member = member(context);
    if (member != null) {
      member.input(bytes);
    }
  }

  @Override
  public void suspend(int context) throws IOException {
    Smpd1Rank member = member(context);
    if (member != null) {
      member.stop();
    }
  }

  @Override
  public void kill(int context) throws IOException {
    Smpd1Rank member = member(context);
    if (member != null) {
      member.kill();
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    for (Smpd1Rank member : members.values()) {
      member.close();
    }
    for (Smpd1Clique team : teams.values()) {
      team.close();
    }
    if (children != null) {
      children.close();
    }
  }
}
