package org.purempi.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.purempi.recovery.Consensus.Word;

/**
 * Every order in which an agreement of a few ranks can happen: ranks vote, messages arrive, ranks
 * fail at any moment, what they have sent last is lost or is not, and the others learn of it sooner
 * or later. In the end all that live have decided the same.
 */
class ConsensusTest {
  private record Message(Word word, int ballot, @Nullable Vote vote) {}

  /** What can happen next. */
  private record Event(Kind kind, int at, int from) {}

  private enum Kind {
    VOTES,
    ARRIVES,
    FAILS,
    NOTICES,
    IS_LOST
  }

  /** Some ranks, and what is on its way between them. */
  private static final class Model {
    final int size;
    final int mostFailures;
    final BitSet absent;
    final Consensus[] ranks;
    final List<List<Deque<Message>>> ways = new ArrayList<>();
    final BitSet voted = new BitSet();
    final BitSet failed = new BitSet();
    final BitSet[] known;
    final List<Event> history = new ArrayList<>();

    Model(int size, int mostFailures, BitSet absent) {
      this.size = size;
      this.mostFailures = mostFailures;
      this.absent = absent;
      this.ranks = new Consensus[size];
      this.known = new BitSet[size];
      failed.or(absent);
      for (int i = 0; i < size; i++) {
        int rank = i;
        known[i] = (BitSet) absent.clone();
        ways.add(new ArrayList<>());
        for (int j = 0; j < size; j++) {
          ways.get(i).add(new ArrayDeque<>());
        }
        ranks[i] =
            new Consensus(
                i,
                size,
                (to, word, ballot, vote) ->
                    ways.get(rank).get(to).add(new Message(word, ballot, vote)));
      }
    }

    /** The same state, by the same way. */
    Model again() {
      var same = new Model(size, mostFailures, absent);
      history.forEach(same::happen);
      return same;
    }

    List<Event> next() {
      var all = new ArrayList<Event>();
      for (int i = 0; i < size; i++) {
        if (failed.get(i)) {
          continue;
        }
        if (!voted.get(i)) {
          all.add(new Event(Kind.VOTES, i, i));
        }
        if (failed.cardinality() - absent.cardinality() < mostFailures) {
          all.add(new Event(Kind.FAILS, i, i));
        }
        for (int j = 0; j < size; j++) {
          boolean isComing = !ways.get(j).get(i).isEmpty();
          if (isComing) {
            all.add(new Event(Kind.ARRIVES, i, j));
          }
          if (isComing && failed.get(j)) {
            all.add(new Event(Kind.IS_LOST, i, j));
          }
          if (failed.get(j) && !known[i].get(j)) {
            all.add(new Event(Kind.NOTICES, i, j));
          }
        }
      }
      return all;
    }

    void happen(Event event) {
      history.add(event);
      int i = event.at;
      switch (event.kind) {
        case VOTES -> {
          voted.set(i);
          var vote = new Vote(~(1 << i), 0, (BitSet) known[i].clone(), new BitSet());
          // Who has decided can be told by the context.
          ranks[i].begin(absent, known[i], vote, votes -> votes.in(i + 1));
        }
        case FAILS -> {
          failed.set(i);
          ways.forEach(from -> from.get(i).clear());
        }
        case NOTICES -> {
          known[i].set(event.from);
          ranks[i].failed(known[i]);
        }
        case IS_LOST -> ways.get(event.from).get(i).clear();
        case ARRIVES -> {
          Message m = ways.get(event.from).get(i).remove();
          if (m.vote != null && !contains(known[i], m.vote.failed())) {
            known[i].or(m.vote.failed());
            ranks[i].failed(known[i]);
          }
          ranks[i].told(event.from, m.word, m.ballot, m.vote);
        }
      }
      ways.forEach(
          from -> {
            for (int to = 0; to < size; to++) {
              if (failed.get(to)) {
                from.get(to).clear();
              }
            }
          });
    }

    private static boolean contains(BitSet all, BitSet some) {
      BitSet rest = (BitSet) some.clone();
      rest.andNot(all);
      return rest.isEmpty();
    }

    /** What living ranks have decided is the same, and of who has voted. */
    void check() {
      Vote first = null;
      for (int i = 0; i < size; i++) {
        Vote its = failed.get(i) ? null : ranks[i].decision();
        if (its != null) {
          first = first == null ? its : first;
          assertEquals(first, its, () -> "two decisions: " + history);
          for (int j = 0; j < size; j++) {
            boolean isCounted = (its.flag() & 1 << j) == 0;
            assertTrue(isCounted || failed.get(j), () -> "one is not counted: " + history);
            assertTrue(!isCounted || voted.get(j), () -> "one has not voted: " + history);
            assertTrue(!its.failed().get(j) || failed.get(j), () -> "one lives: " + history);
          }
        }
      }
    }

    /** Nothing can happen any more: then all have decided. */
    void checkEnd() {
      for (int i = 0; i < size; i++) {
        boolean isDone = failed.get(i) || ranks[i].decision() != null;
        assertTrue(isDone, "a rank waits for ever: " + history);
      }
    }

    String key() {
      var text = new StringBuilder();
      text.append(failed).append(voted);
      for (int i = 0; i < size; i++) {
        text.append(failed.get(i) ? "" : ranks[i]).append(failed.get(i) ? "" : known[i]);
        for (int j = 0; j < size; j++) {
          text.append(ways.get(i).get(j)).append('/');
        }
      }
      return text.toString();
    }
  }

  @ParameterizedTest
  @CsvSource({"2,1,0", "2,2,0", "3,3,0", "3,2,1", "4,2,1", "5,1,1", "4,2,0"})
  void allOrders(int size, int mostFailures, int absent) {
    var seen = new HashSet<String>();
    explore(new Model(size, mostFailures, BitSet.valueOf(new long[] {absent})), seen);
    assertTrue(seen.size() > 40, "only so few states: " + seen.size());
  }

  private static void explore(Model start, Set<String> seen) {
    var open = new ArrayDeque<Model>();
    open.push(start);
    while (!open.isEmpty()) {
      Model model = open.pop();
      List<Event> next = model.next();
      boolean isEnd = next.stream().allMatch(event -> event.kind == Kind.FAILS);
      if (isEnd) {
        model.checkEnd();
      }
      for (Event event : next) {
        Model then = model.again();
        then.happen(event);
        if (seen.add(then.key())) {
          then.check();
          open.push(then);
        }
      }
    }
  }

  @Test
  void manyOrdersOfMoreRanks() {
    var random = new Random(1);
    for (int run = 0; run < 20_000; run++) {
      int size = 4 + random.nextInt(5);
      var model = new Model(size, random.nextInt(size), BitSet.valueOf(new long[] {run % 4 / 3}));
      List<Event> next = model.next();
      while (!next.isEmpty()) {
        Event event = next.get(random.nextInt(next.size()));
        boolean isRare = event.kind == Kind.FAILS && random.nextInt(8) > 0;
        if (!isRare) {
          model.happen(event);
          model.check();
        } else if (next.stream().allMatch(e -> e.kind == Kind.FAILS)) {
          break;
        }
        next = model.next();
      }
      model.checkEnd();
    }
  }
}
