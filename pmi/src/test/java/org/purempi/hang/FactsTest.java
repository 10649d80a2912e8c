package org.purempi.hang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.purempi.hang.Need.Kind;
import org.purempi.hang.Situation.Activity;
import org.purempi.hang.Situation.Entered;
import org.purempi.hang.Situation.Lock;

/** Situations on their way. */
class FactsTest {
  private final Ranks three = new Ranks(3);

  private Situation full() {
    var call = new CollectiveCall("reduce", "int", "SUM", 1, -1);
    var first = new Wait("waitAny", "at A.java:3", true, true, List.of(three.receiveFromAny(-1)));
    var second =
        new Wait(
            "reduce",
            "",
            false,
            false,
            List.of(
                three.collective(2, call),
                new Need(Kind.LOCK, false, RankSet.NONE, three.other(), 2, call)));
    List<Entered> entered =
        IntStream.range(0, 40).mapToObj(i -> new Entered(1L << 40 | i, i)).toList();
    return new Situation(
        7,
        Activity.WAITING,
        "",
        List.of(first, second),
        List.of(new Letter(-1, three.other(), 9, 1L << 40)),
        entered,
        List.of(new Lock(5, -1)));
  }

  @Test
  void whatTravelsComesAsItWas() {
    assertThat(Facts.parse(7, Facts.of(full()))).isEqualTo(full());
    Situation runs = Situation.of(3, Activity.RUNNING, "at Müller.java:1");
    assertThat(Facts.parse(3, Facts.of(runs))).isEqualTo(runs);
  }

  @Test
  void namesOfProgramsCannotBreakALineOrAWord() {
    Scope strange = new Scope(4, "a|b\nis|ENDED|" + "x".repeat(5000), RankSet.NONE);
    var need = new Need(Kind.RECEIVE, false, RankSet.of(1), strange, 0, CollectiveCall.UNKNOWN);
    Situation s = Ranks.waits(0, "re|cv", need);
    List<String> lines = Facts.of(s);
    assertThat(lines)
        .allSatisfy(
            line -> assertThat(line).hasSizeLessThan(Facts.MOST_CHARACTERS).doesNotContain("\n"));
    Situation read = Facts.parse(0, lines);
    assertThat(read.activity()).isEqualTo(Activity.WAITING);
    assertThat(read.main().call()).isEqualTo("re¦cv");
    assertThat(read.main().needs().getFirst().scope().name()).startsWith("a¦b is¦ENDED¦xxx");
  }

  @Test
  void manyRangesAreSummedUpSoThatNobodyIsLost() {
    RankSet even = RankSet.of(IntStream.range(0, 1000).map(i -> 2 * i).toArray());
    RankSet read = RankSet.parse(even.text(16));
    even.forEach(rank -> assertThat(read.contains(rank)).isTrue());
    assertThat(read.contains(1)).isFalse();
    assertThat(read.contains(1999)).isFalse();
  }

  @Test
  void linesThatMakeNoSenseAreRefused() {
    for (String line :
        List.of(
            "is|SLEEPING|x",
            "wait|recv",
            "need|RECEIVE|true|1|4|w|0-2|5||||-1|-1",
            "letter|x|4|w|0|1|1",
            "lock|1")) {
      assertThatThrownBy(() -> Facts.parse(0, List.of(line)))
          .as(line)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> RankSet.parse("5-3")).isInstanceOf(IllegalArgumentException.class);
    assertThat(Facts.parse(0, List.of("later|1|2")).activity()).isEqualTo(Activity.SILENT);
  }

  @Test
  void setsOfRanksAreRanges() {
    RankSet set = RankSet.of(7, 2, 3, 1, 3, 9);
    assertThat(set).hasToString("1-3,7,9").isEqualTo(RankSet.parse("1-3,7,9"));
    assertThat(set.size()).isEqualTo(5);
    assertThat(set.words()).isEqualTo("ranks 1-3, 7, 9");
    assertThat(IntStream.range(0, 11).filter(set::contains)).containsExactly(1, 2, 3, 7, 9);
    assertThat(set.upTo(7)).hasToString("1-3,7");
    assertThat(set.upTo(2)).hasToString("1-2");
    assertThat(set.upTo(0)).isEqualTo(RankSet.NONE);
    assertThat(set.lowest(4)).containsExactly(1, 2, 3, 7);
    assertThat(RankSet.range(0, Integer.MAX_VALUE).upTo(3)).hasToString("0-3");
  }
}
