package org.purempi.spawn;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.collective.Collective;
import org.purempi.context.Bridge;
import org.purempi.pmi.PmiException;
import org.purempi.pmi.SpawnProgram;
import org.purempi.pmi.SpawnResult;
import org.purempi.protocol.Peers;

/** One call of spawn, as one rank sees it (section 11.8). */
public final class Spawning {
  /** Under this key the new processes find the port at which they are awaited, as in MPICH. */
  public static final String PARENT = "PARENT_ROOT_PORT_NAME";

  private final Ports ports;
  private final @Nullable Launcher launcher;
  private @Nullable OpenPort port;
  private @Nullable String space;

  /** A call. */
  public Spawning(Ports ports, @Nullable Launcher launcher) {
    this.ports = ports;
    this.launcher = launcher;
  }

  /**
   * What the launcher has said.
   *
   * @param codes for each process its error code
   * @param why what went wrong, in words; empty if nothing did
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
  public record Outcome(int[] codes, String why) {}

  /** Lets the launcher start a world; collective. Arguments matter at the root only. */
  public Outcome start(
      Supplier<List<SpawnProgram>> programs, Peers local, Collective collective, int root) {
    var sides = new Sides(local, collective, root);
    return read(sides.fromRoot(() -> started(programs.get())));
  }

  private byte[] started(List<SpawnProgram> programs) throws IOException {
    Launcher its = launcher;
    int total = programs.stream().mapToInt(SpawnProgram::processes).sum();
    if (its == null) {
      throw new MpiException(
          ErrorClass.SPAWN, "nothing here starts processes: start the program by mpiexec");
    }
    OpenPort awaited = OpenPort.open();
    port = awaited;
    SpawnResult result;
    try {
      result = its.spawn(programs, Map.of(PARENT, awaited.name()));
    } catch (PmiException e) {
      close();
      throw new MpiException(
          ErrorClass.SPAWN, "the launcher cannot start them: " + e.getMessage(), e);
    }
    space = result.kvsName();
    boolean isStarted = result.isStarted();
    if (!isStarted) {
      close();
    }
    return written(result, isStarted, total);
  }

  private static byte[] written(SpawnResult result, boolean isStarted, int total)
      throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    List<Integer> codes = result.errorCodes();
    int count = Math.max(total, codes.size());
    out.writeInt(count);
    for (int i = 0; i < count; i++) {
      boolean isWell = i < codes.size() ? codes.get(i) == 0 : isStarted;
      out.writeInt(isWell ? 0 : ErrorClass.SPAWN.code());
    }
    out.writeUTF(
        isStarted ? "" : result.message().isEmpty() ? "the launcher refuses" : result.message());
    return bytes.toByteArray();
  }

  private static Outcome read(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int[] codes = new int[in.readInt()];
      for (int i = 0; i < codes.length; i++) {
        codes[i] = in.readInt();
      }
      return new Outcome(codes, in.readUTF());
    } catch (IOException impossible) {
      throw new IllegalStateException("the root's words have been cut", impossible);
    }
  }

  /** Waits for the new world, which has been started; collective. */
  public Bridge await(Peers local, Collective collective, int root, String label) {
    try {
      return new Encounter(ports.links(), local, collective, root)
          .meet(() -> ports.awaitChild(Objects.requireNonNull(port), space), label);
    } finally {
      close();
    }
  }

  private void close() {
    OpenPort its = port;
    if (its != null) {
      its.close();
    }
  }
}
