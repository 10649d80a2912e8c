package org.purempi.benchmarks;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Info;
import org.purempi.Intercommunicator;

/** Other worlds: the loops of worlds.c, which tells what they are. Children run {@link Race}. */
final class WorldLoops {
  private static final int TAG = 1;
  private static final String PORT = "nowhere";
  private static final String SPAWN = "spawn_";

  private final Communicator world;
  private final Memory memory;
  private final int bytes;
  private final int pairs;
  private final boolean sender;
  private @Nullable Intercommunicator children;

  private WorldLoops(Communicator world, Memory memory, int bytes) {
    this.world = world;
    this.memory = memory;
    this.bytes = bytes;
    this.pairs = Math.max(1, world.size() / 2);
    this.sender = world.rank() < pairs;
  }

  /** The loop of this name; null if there is none. */
  static @Nullable Loop named(String name, int bytes, Communicator world, Memory memory) {
    var loops = new WorldLoops(world, memory, bytes);
    return switch (name) {
      case "spawn_1", "spawn_2", "spawn_4" ->
          loops.spawns(Integer.parseInt(name.substring(SPAWN.length())));
      case "spawned_latency" -> loops.latency(memory.bytes(bytes), memory.bytes(bytes));
      case "connect_accept" -> loops.meetings();
      case "publish_lookup" -> new Loop(Loop.Kind.ORIGIN, 0, loops.ofSender(loops::publish));
      default -> null;
    };
  }

  private Runnable ofSender(Runnable body) {
    return sender ? body : () -> {};
  }

  private Loop spawns(int children) {
    return new Loop(Loop.Kind.SPAWN, 0, ofSender(() -> spawn(children)), ofSender(this::letGo));
  }

  private Loop latency(Buf send, Buf recv) {
    if (!sender) {
      return new Loop(Loop.Kind.LATENCY, 0, () -> {});
    }
    Intercommunicator child = spawn(1);
    memory.atEnd(this::letGo);
    return new Loop(
        Loop.Kind.LATENCY,
        0,
        () -> {
          child.send(send, 0, TAG);
          child.recv(recv, 0, TAG);
        });
  }

  private Intercommunicator spawn(int count) {
    String[] arguments = {memory.kind().name(), Race.SPAWNED, Integer.toString(bytes)};
    Intercommunicator spawned =
        world.mpi().self().spawn(Race.class.getName(), arguments, count, Info.EMPTY, 0);
    for (int child = 0; child < count; child++) {
      spawned.recv(Buf.EMPTY, child, TAG);
    }
    children = spawned;
    return spawned;
  }

  private void letGo() {
    Intercommunicator spawned = children;
    children = null;
    if (spawned != null) {
      for (int child = 0; child < spawned.remoteSize(); child++) {
        spawned.send(Buf.EMPTY, child, TAG);
      }
      spawned.disconnect();
    }
  }

  /** What a child does until its parent lets it go: it sends such messages back. */
  static void serve(Intercommunicator parent, Buf message) {
    parent.send(Buf.EMPTY, 0, TAG);
    while (parent.recv(message, 0, TAG).bytes() > 0) {
      parent.send(message, 0, TAG);
    }
    parent.disconnect();
  }

  private Loop meetings() {
    Communicator half = Objects.requireNonNull(world.split(sender ? 1 : 0, world.rank()));
    memory.atEnd(half::close);
    boolean opens = world.rank() == pairs;
    String port = world.bcastObject(opens ? world.mpi().openPort() : null, String.class, pairs);
    if (opens) {
      memory.atEnd(() -> world.mpi().closePort(port));
    }
    return new Loop(
        Loop.Kind.CALL,
        0,
        sender
            ? () -> half.connect(port, 0).disconnect()
            : () -> half.accept(port, 0).disconnect());
  }

  private void publish() {
    String service = "race-" + world.rank();
    world.mpi().publishName(service, PORT);
    world.mpi().lookupName(service);
    world.mpi().unpublishName(service, PORT);
  }
}
