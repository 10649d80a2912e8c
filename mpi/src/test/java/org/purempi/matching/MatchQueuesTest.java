package org.purempi.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.purempi.Mpi;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MatchQueuesTest {
  private final MatchQueues<Posted, Arrived> queues = new MatchQueues<>();

  private static Posted receive(int source, int tag) {
    Posted p = new Posted();
    p.source = source;
    p.tag = tag;
    return p;
  }

  private static Arrived message(int source, int tag) {
    Arrived a = new Arrived();
    a.source = source;
    a.tag = tag;
    return a;
  }

  @Test
  void emptyQueuesMatchNothing() {
    assertThat(queues.takePosted(0, 0)).isNull();
    assertThat(queues.takeArrived(Mpi.ANY_SOURCE, Mpi.ANY_TAG)).isNull();
    assertThat(queues.isPostedEmpty()).isTrue();
    assertThat(queues.isArrivedEmpty()).isTrue();
  }

  @Test
  void aWildcardPostedBeforeAnExactReceiveTakesTheMessage() {
    Posted wildcard = receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG);
    Posted exact = receive(3, 7);
    queues.post(wildcard);
    queues.post(exact);
    assertThat(queues.takePosted(3, 7)).isSameAs(wildcard);
    assertThat(queues.takePosted(3, 7)).isSameAs(exact);
  }

  @Test
  void anExactReceivePostedBeforeAWildcardTakesTheMessageAlsoInALongQueue() {
    for (int i = 0; i < 100; i++) {
      queues.post(receive(9, i));
    }
    Posted exact = receive(3, 7);
    Posted anyTag = receive(3, Mpi.ANY_TAG);
    Posted anySource = receive(Mpi.ANY_SOURCE, 7);
    queues.post(exact);
    queues.post(anyTag);
    queues.post(anySource);
    assertThat(queues.takePosted(3, 7)).isSameAs(exact);
    assertThat(queues.takePosted(3, 7)).isSameAs(anyTag);
    assertThat(queues.takePosted(3, 7)).isSameAs(anySource);
    assertThat(queues.takePosted(3, 7)).isNull();
  }

  @Test
  void messagesOfOneEnvelopeAreTakenInTheOrderOfArrival() {
    Arrived first = message(1, 5);
    Arrived second = message(1, 5);
    queues.arrive(first);
    queues.arrive(second);
    assertThat(queues.peekArrived(1, 5)).isSameAs(first);
    assertThat(queues.takeArrived(Mpi.ANY_SOURCE, 5)).isSameAs(first);
    assertThat(queues.takeArrived(1, Mpi.ANY_TAG)).isSameAs(second);
  }

  @Test
  void aCancelledReceiveTakesNoMessageAndIsRemovedOnce() {
    Posted p = receive(1, 1);
    queues.post(p);
    assertThat(queues.remove(p)).isTrue();
    assertThat(queues.remove(p)).isFalse();
    assertThat(queues.takePosted(1, 1)).isNull();
  }

  @Test
  void anEntryOfAnotherQueueIsNotRemoved() {
    Posted p = receive(1, 1);
    new MatchQueues<Posted, Arrived>().post(p);
    assertThat(queues.remove(p)).isFalse();
  }

  @Test
  void postingTwiceIsRefused() {
    Posted p = receive(1, 1);
    queues.post(p);
    assertThatThrownBy(() -> queues.post(p)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aTakenEntryCanBeQueuedAgainWithAnotherEnvelope() {
    List<Posted> pool = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      Posted p = receive(i, i);
      pool.add(p);
      queues.post(p);
    }
    for (int i = 0; i < 50; i++) {
      assertThat(queues.takePosted(i, i)).isSameAs(pool.get(i));
    }
    for (Posted p : pool) {
      p.tag += 1000;
      queues.post(p);
    }
    assertThat(queues.takePosted(7, 7)).isNull();
    assertThat(queues.takePosted(7, 1007)).isSameAs(pool.get(7));
  }

  @Test
  void aHundredThousandEntriesInReverseOrderEndSoon() {
    int n = 100_000;
    for (int i = 0; i < n; i++) {
      queues.post(receive(i % 1000, i));
      queues.arrive(message(i % 1000, i));
    }
    for (int i = n - 1; i >= 0; i--) {
      assertThat(queues.takePosted(i % 1000, i)).isNotNull();
      assertThat(queues.takeArrived(Mpi.ANY_SOURCE, i)).isNotNull();
    }
    assertThat(queues.postedCount()).isZero();
    assertThat(queues.arrivedCount()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 2, 8", "2, 3, 2, 40", "3, 50, 4, 400", "4, 1000, 50, 3000", "5, 1, 1000, 300"})
  void behavesAsTwoPlainListsDo(long seed, int sources, int tags, int longest) {
    Random random = new Random(seed);
    Oracle oracle = new Oracle();
    for (int step = 0; step < 20_000; step++) {
      String where = "seed " + seed + ", step " + step;
      boolean growing = (step / (2 * longest)) % 2 == 0;
      int source = random.nextInt(sources);
      int tag = random.nextInt(tags);
      int wantedSource = random.nextInt(4) == 0 ? Mpi.ANY_SOURCE : source;
      int wantedTag = random.nextInt(4) == 0 ? Mpi.ANY_TAG : tag;
      int dice = random.nextInt(100);
      if (dice < (growing ? 35 : 10)) {
        Posted p = receive(wantedSource, wantedTag);
        queues.post(p);
        oracle.posted.add(p);
      } else if (dice < (growing ? 70 : 20)) {
        Arrived a = message(source, tag);
        queues.arrive(a);
        oracle.arrived.add(a);
      } else if (dice < 80) {
        assertThat(queues.takePosted(source, tag))
            .as(where)
            .isSameAs(oracle.takePosted(source, tag));
      } else if (dice < 90) {
        assertThat(queues.peekArrived(wantedSource, wantedTag))
            .as(where)
            .isSameAs(oracle.findArrived(wantedSource, wantedTag));
        assertThat(queues.takeArrived(wantedSource, wantedTag))
            .as(where)
            .isSameAs(oracle.takeArrived(wantedSource, wantedTag));
      } else if (!oracle.posted.isEmpty() && dice < 95) {
        Posted p = oracle.posted.remove(random.nextInt(oracle.posted.size()));
        assertThat(queues.remove(p)).as(where).isTrue();
      } else if (!oracle.arrived.isEmpty()) {
        Arrived a = oracle.arrived.remove(random.nextInt(oracle.arrived.size()));
        assertThat(queues.remove(a)).as(where).isTrue();
      }
      if (step % 100 == 0) {
        oracle.assertSameAs(queues, where);
      }
    }
    oracle.assertSameAs(queues, "seed " + seed + ", end");
  }

  /** Two lists, scanned from the front. */
  private static final class Oracle {
    final List<Posted> posted = new ArrayList<>();
    final List<Arrived> arrived = new ArrayList<>();

    @Nullable Posted takePosted(int source, int tag) {
      for (Posted p : posted) {
        if ((p.source == Mpi.ANY_SOURCE || p.source == source)
            && (p.tag == Mpi.ANY_TAG || p.tag == tag)) {
          posted.remove(p);
          return p;
        }
      }
      return null;
    }

    @Nullable Arrived findArrived(int source, int tag) {
      for (Arrived a : arrived) {
        if ((source == Mpi.ANY_SOURCE || a.source == source)
            && (tag == Mpi.ANY_TAG || a.tag == tag)) {
          return a;
        }
      }
      return null;
    }

    @Nullable Arrived takeArrived(int source, int tag) {
      Arrived found = findArrived(source, tag);
      arrived.remove(found);
      return found;
    }

    void assertSameAs(MatchQueues<Posted, Arrived> queues, String where) {
      List<Posted> p = new ArrayList<>();
      List<Arrived> a = new ArrayList<>();
      queues.forEachPosted(p::add);
      queues.forEachArrived(a::add);
      assertThat(p).as(where).isEqualTo(posted);
      assertThat(a).as(where).isEqualTo(arrived);
      assertThat(queues.postedCount()).as(where).isEqualTo(posted.size());
      assertThat(queues.arrivedCount()).as(where).isEqualTo(arrived.size());
    }
  }
}
