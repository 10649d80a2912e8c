package org.purempi.tests.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.purempi.pmi.LauncherWatch;
import org.purempi.pmi.PmiClient;
import org.purempi.pmi.PmiException;
import org.purempi.pmi.SpawnProgram;
import org.purempi.pmi.SpawnResult;

/**
 * Asks its launcher for a world without any MPI, and does as its first argument says; children do,
 * too. Arguments like {@code @wdir=/usr} are info.
 */
public final class SpawningProgram {
  private static final CompletableFuture<String> FAILURE = new CompletableFuture<>();

  private SpawningProgram() {}

  /** The first arguments: what to do afterwards, how many, and which program. */
  public static void main(String[] args) throws Exception {
    PmiClient pmi = PmiClient.fromEnvironment(System.getenv(), new Watch(args[0])).orElseThrow();
    if (pmi.spawned()) {
      child(pmi, args);
      return;
    }
    String name = "world-" + pmi.universeSize();
    switch (args[0]) {
      case "rounds" -> rounds(pmi, Integer.parseInt(args[1]));
      case "names" -> {
        pmi.publish(name, "port-1");
        say(spawn(pmi, args));
        await(() -> pmi.lookup("child").isPresent());
        System.out.println("found " + pmi.lookup("child").orElseThrow());
      }
      default -> {
        SpawnResult result = spawn(pmi, args);
        say(result);
        then(pmi, args[0], result);
      }
    }
    pmi.barrier();
    pmi.finish();
  }

  private static void then(PmiClient pmi, String what, SpawnResult result) throws Exception {
    switch (what) {
      case "leave" -> {}
      case "hear", "go on" -> System.out.println("heard: " + FAILURE.get());
      case "abort" -> {
        pmi.abort(5, "enough");
        Thread.sleep(Long.MAX_VALUE);
      }
      case "disconnect" -> pmi.disconnected(String.valueOf(result.kvsName()));
      default -> throw new IllegalArgumentException(what);
    }
  }

  private record Watch(String what) implements LauncherWatch {
    @Override
    public void lost(String why) {
      System.err.println("lost: " + why);
    }

    @Override
    public void worldFailed(String kvsName, int exitCode, String why) {
      FAILURE.complete(exitCode + " " + why);
      if (what.equals("hear")) {
        System.exit(exitCode);
      }
    }
  }

  private static SpawnResult spawn(PmiClient pmi, String[] args) throws PmiException {
    var arguments = new ArrayList<String>();
    var info = new LinkedHashMap<String, String>();
    for (String word : Arrays.copyOfRange(args, 3, args.length)) {
      int equals = word.indexOf('=');
      if (word.startsWith("@") && equals > 0) {
        info.put(word.substring(1, equals), word.substring(equals + 1));
      } else {
        arguments.add(word);
      }
    }
    int processes = Integer.parseInt(args[1]);
    return pmi.spawn(
        List.of(new SpawnProgram(args[2], arguments, processes, info)), Map.of("P", "a port"));
  }

  private static void say(SpawnResult result) {
    System.out.println(result.errorCodes() + " " + result.message());
  }

  /** A condition that asks the launcher. */
  private interface Condition {
    boolean holds() throws PmiException;
  }

  private static void await(Condition condition) throws Exception {
    while (!condition.holds()) {
      Thread.sleep(20);
    }
  }

  private static void child(PmiClient pmi, String[] args) throws Exception {
    System.out.println(
        "child %d of %d, program %d, %s, %s in %s with X=%s"
            .formatted(
                pmi.rank(),
                pmi.size(),
                pmi.appnum(),
                pmi.get("P").orElse("no port"),
                List.of(args).toString().replace("\n", "\\n"),
                System.getProperty("user.dir"),
                System.getenv("X")));
    pmi.barrier();
    switch (args[0]) {
      case "exits" -> System.exit(pmi.rank() == 1 ? 3 : sleep());
      case "aborts" -> {
        pmi.abort(6, "no more");
        sleep();
      }
      case "sleeps" -> sleep();
      case "publishes" -> {
        System.out.println("found " + pmi.lookup("world-1").orElseThrow());
        pmi.publish("child", "port-2");
      }
      default -> {}
    }
    pmi.finish();
    if (args[0].equals("ends badly")) {
      System.exit(4);
    }
  }

  private static int sleep() throws InterruptedException {
    Thread.sleep(Long.MAX_VALUE);
    return 0;
  }

  /** Spawns again and again; what mpiexec holds afterwards must not grow. */
  private static void rounds(PmiClient pmi, int rounds) throws Exception {
    long mpiexec = ProcessHandle.current().parent().orElseThrow().pid();
    String before = "";
    for (int i = 0; i < rounds; i++) {
      SpawnResult result =
          pmi.spawn(List.of(new SpawnProgram("true", List.of(), 2, Map.of())), Map.of());
      pmi.disconnected(String.valueOf(result.kvsName()));
      if (i == 4) {
        Thread.sleep(3000);
        before = held(mpiexec);
      }
    }
    Thread.sleep(3000);
    System.out.println(before);
    System.out.println(held(mpiexec));
  }

  /** Descriptors, children and threads, of which the JVM's compilers come and go. */
  private static String held(long process) throws IOException {
    Path place = Path.of("/proc/" + process);
    try (Stream<Path> descriptors = Files.list(place.resolve("fd"));
        Stream<ProcessHandle> children = ProcessHandle.of(process).orElseThrow().children();
        Stream<Path> threads = Files.list(place.resolve("task"))) {
      long ours = threads.filter(SpawningProgram::isOurs).count();
      return descriptors.count() + " " + children.count() + " " + ours;
    }
  }

  private static boolean isOurs(Path thread) {
    try {
      return Files.readString(thread.resolve("comm")).matches("(?s)(rank|purempi|world|ending).*");
    } catch (IOException e) {
      return false; // it has ended
    }
  }
}
