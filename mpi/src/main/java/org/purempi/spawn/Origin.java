package org.purempi.spawn;

import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.bootstrap.Neighbourhood;
import org.purempi.bootstrap.Wiring;
import org.purempi.transport.tcp.TcpTransport;

/**
 * Where a process comes from, for others that meet it.
 *
 * @param world the name of its world, without blanks; no other world has it
 * @param domain those share memory with whom it is the same; asked for at the first meeting
 * @param neighbourhood how those are wired together
 * @param launcher is told with which worlds this one is connected; null if there is none
 * @param keeper keeps the process alive until what was sent has been read
 */
public record Origin(
    String world,
    Supplier<String> domain,
    Neighbourhood neighbourhood,
    @Nullable Launcher launcher,
    Consumer<TcpTransport> keeper) {
  private static final String SPACE = "space-";

  /**
   * That of a process with a JVM of its own.
   *
   * @param space the name of its key-value space; null if it has none
   * @param launcher see above
   */
  public static Origin ofProcess(
      @Nullable String space,
      int rank,
      @Nullable Launcher launcher,
      Consumer<TcpTransport> keeper) {
    String world = space == null ? "alone-" + UUID.randomUUID() : ofSpace(space);
    return new Origin(world, () -> Wiring.domain(rank), Neighbourhood.PROCESSES, launcher, keeper);
  }

  /** The name of a world whose launcher calls its key-value space so. */
  public static String ofSpace(String space) {
    return SPACE + space.replaceAll("[^\\x21-\\x7e]", "_");
  }

  /** The name of a world's key-value space; null if it has none. */
  static @Nullable String space(String world) {
    return world.startsWith(SPACE) ? world.substring(SPACE.length()) : null;
  }
}
