package org.purempi.spawn;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.bootstrap.Wiring;
import org.purempi.collective.Collective;
import org.purempi.context.Bridge;
import org.purempi.context.ContextIds;
import org.purempi.protocol.Peers;
import org.purempi.transport.tcp.JobKey;

/** How two groups become the two sides of an intercommunicator; collective over both. */
public final class Encounter {
  private static final String LINE = "\n";

  private final Links links;
  private final Sides sides;

  /** One group's side. */
  Encounter(Links links, Peers local, Collective collective, int root) {
    this.links = links;
    this.sides = new Sides(local, collective, root);
  }

  Sides sides() {
    return sides;
  }

  /**
   * Brings both groups together.
   *
   * @param atRoot reaches the other root
   * @param label the name of what they become, for messages
   */
  Bridge meet(Callable<Call> atRoot, String label) {
    try {
      sides.meet(atRoot);
      return bridge(label);
    } finally {
      sides.close();
    }
  }

  private Bridge bridge(String label) {
    Member self = links.self();
    // The root of the first group decides on the link's name and the context, for all.
    String offer = sides.isHost() ? UUID.randomUUID() + " " + ContextIds.draw() : "";
    Sides.Said said = sides.exchange(self.text() + LINE + offer);
    List<String[]> lines = said.all().stream().map(text -> text.split(LINE, -1)).toList();
    List<Member> members = lines.stream().map(line -> member(line[0])).toList();
    String[] decided = decided(lines);
    String name = decided[0];
    long context = Long.parseLong(decided[1]);
    requireDistinct(members, said.ofFirst());
    boolean isFirst = members.subList(0, said.ofFirst()).stream().anyMatch(self::is);
    int me = (isFirst ? 0 : said.ofFirst()) + sides.local().rank();
    int[] numbers = numbers(members, said.ofFirst(), self, me, name);
    int[] first = Arrays.copyOfRange(numbers, 0, said.ofFirst());
    int[] second = Arrays.copyOfRange(numbers, said.ofFirst(), numbers.length);
    Peers local = sides.local();
    return Bridge.of(
        local.engine(),
        isFirst ? first : second,
        isFirst ? second : first,
        local.process(local.rank()),
        isFirst,
        context,
        local.world(),
        label);
  }

  private static String[] decided(List<String[]> lines) {
    return lines.stream()
        .filter(line -> line.length > 1 && !line[1].isEmpty())
        .map(line -> line[1].split(" ", -1))
        .findFirst()
        .orElseThrow(() -> new MpiException(ErrorClass.INTERN, "neither root decides anything"));
  }

  private static Member member(String text) {
    try {
      return Member.parse(text);
    } catch (IOException e) {
      throw new MpiException(ErrorClass.INTERN, String.valueOf(e.getMessage()), e);
    }
  }

  private static void requireDistinct(List<Member> members, int ofFirst) {
    for (Member a : members.subList(0, ofFirst)) {
      for (Member b : members.subList(ofFirst, members.size())) {
        if (a.is(b)) {
          throw new MpiException(
              ErrorClass.COMM, "the two groups have a process in common: they must be disjoint");
        }
      }
    }
  }

  private int[] numbers(List<Member> members, int ofFirst, Member self, int me, String name) {
    boolean isWired = true;
    for (Member a : members.subList(0, ofFirst)) {
      for (Member b : members.subList(ofFirst, members.size())) {
        isWired &= a.reaches(b);
      }
    }
    return isWired
        ? members.stream().mapToInt(member -> links.number(member, self)).toArray()
        : links.add(name, wiring(members, me, name), members, self);
  }

  private Wiring wiring(List<Member> members, int me, String name) {
    byte[] key = sides.fromRoot(() -> sides.key(name).getBytes(US_ASCII));
    var board = new LinkBoard(sides, name, me, members.size());
    String[] domains = members.stream().map(Member::domain).toArray(String[]::new);
    try {
      Wiring wiring;
      try {
        wiring =
            Wiring.join(
                board,
                links.origin().neighbourhood(),
                domains,
                JobKey.of(new String(key, US_ASCII)));
      } catch (IOException e) {
        board.fail(e);
        board.barrier();
        throw e;
      }
      try {
        board.barrier();
        return wiring;
      } catch (IOException | RuntimeException e) {
        wiring.transport().close();
        throw e;
      }
    } catch (IOException e) {
      throw new MpiException(ErrorClass.OTHER, String.valueOf(e.getMessage()), e);
    }
  }
}
