package org.purempi.spawn;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.purempi.bootstrap.Wiring;
import org.purempi.pmi.PmiException;
import org.purempi.protocol.Engine;
import org.purempi.transport.tcp.TcpTransport;

/**
 * The links of one process to those of other worlds. A link lives until the last communicator, or
 * whatever else was made of one, that uses it has been disconnected on this side. Any thread.
 */
public final class Links {
  private final Engine engine;
  private final Supplier<Origin> maker;
  private @Nullable Origin origin;
  private @Nullable String domain;
  private final List<Open> open = new ArrayList<>();

  /**
   * A link.
   *
   * @param members the processes that it connects
   * @param numbers their numbers here
   * @param fresh those of them that came by it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
  private record Open(
      String name, Wiring wiring, List<Member> members, int[] numbers, int[] fresh) {}

  /**
   * The links of a process.
   *
   * @param origin asked at the first meeting
   */
  public Links(Engine engine, Supplier<Origin> origin) {
    this.engine = engine;
    this.maker = origin;
  }

  /** What this process says of itself. */
  synchronized Member self() {
    String its = domain;
    if (its == null) {
      its = origin().domain().get();
      domain = its;
    }
    List<String> names = open.stream().map(Open::name).toList();
    return new Member(origin().world(), engine.transport().rank(), its, names);
  }

  synchronized Origin origin() {
    Origin its = origin;
    if (its == null) {
      its = maker.get();
      origin = its;
    }
    return its;
  }

  /** The number here of a process; negative if it is not reached. */
  synchronized int number(Member member, Member self) {
    if (member.world().equals(origin().world())) {
      return member.rank();
    }
    for (Open link : open) {
      // Both sides must have it still: they choose the same.
      if (member.links().contains(link.name) && self.links().contains(link.name)) {
        for (int i = 0; i < link.numbers.length; i++) {
          if (link.members.get(i).is(member)) {
            return link.numbers[i];
          }
        }
      }
    }
    return -1;
  }

  /** There is a new link; answers the numbers of its members. */
  synchronized int[] add(String name, Wiring wiring, List<Member> members, Member self) {
    int[] known = new int[members.size()];
    for (int i = 0; i < known.length; i++) {
      known[i] = number(members.get(i), self);
    }
    int[] numbers = engine.link(name, wiring.transport(), known);
    int[] fresh =
        IntStream.range(0, known.length).filter(i -> known[i] < 0).map(i -> numbers[i]).toArray();
    Open link = new Open(name, wiring, members, numbers, fresh);
    open.add(link);
    others(link, self).forEach(world -> tell(world, true));
    TcpTransport tcp = wiring.tcp();
    if (tcp != null) {
      origin().keeper().accept(tcp);
    }
    return numbers;
  }

  /** A world has failed: nothing will come from its processes any more. */
  synchronized void worldFailed(String world, String why) {
    for (Open link : open) {
      int[] its =
          IntStream.range(0, link.numbers.length)
              .filter(i -> link.members.get(i).world().equals(world))
              .map(i -> link.numbers[i])
              .filter(number -> number >= engine.homeSize())
              .toArray();
      engine.fail(its, "a process of another job: " + why);
    }
  }

  /** The worlds that a link leads to, at the process that speaks for its own one; else none. */
  private static List<String> others(Open link, Member self) {
    boolean speaks =
        link.members.stream()
            .noneMatch(its -> its.world().equals(self.world()) && its.rank() < self.rank());
    return speaks
        ? link.members.stream()
            .map(Member::world)
            .filter(world -> !world.equals(self.world()))
            .distinct()
            .toList()
        : List.of();
  }

  private void tell(String world, boolean isConnected) {
    Launcher launcher = origin().launcher();
    String space = Origin.space(world);
    if (launcher == null || space == null) {
      return;
    }
    try {
      if (isConnected) {
        launcher.connected(space);
      } else {
        launcher.disconnected(space);
      }
    } catch (PmiException e) {
      // The launcher is gone, which ends this process.
    }
  }

  /** Something has been disconnected: leaves the links that nothing uses any more. */
  public synchronized void disconnected() {
    for (Open link : List.copyOf(open)) {
      if (!engine.isUsed(link.fresh)) {
        cut(link);
        List<String> still =
            open.stream().flatMap(one -> one.members.stream()).map(Member::world).toList();
        others(link, self()).stream()
            .filter(world -> !still.contains(world))
            .forEach(world -> tell(world, false));
      }
    }
  }

  /** The process leaves its world: nothing will be sent or received any more. */
  public synchronized void close() {
    List.copyOf(open).forEach(this::cut);
  }

  private void cut(Open link) {
    open.remove(link);
    engine.cut(link.wiring.transport(), link.fresh);
  }
}
