package org.purempi.transport;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.transport.link.LinkedTransport;
import org.purempi.transport.shm.ShmTransport;
import org.purempi.transport.tcp.TcpSettings;
import org.purempi.transport.thread.ThreadHub;

/** Two jobs, of two ranks and of one, that get links. */
@Timeout(60)
class LinkedTransportTest extends TransportRig {
  private final ThreadHub home = new ThreadHub(2);
  private final LinkedTransport first = new LinkedTransport(home.transport(0));
  private final LinkedTransport second = new LinkedTransport(home.transport(1));
  private final LinkedTransport other = new LinkedTransport(new ThreadHub(1).transport(0));

  @Override
  protected Job open(int ranks) {
    ThreadHub hub = new ThreadHub(ranks);
    return job(IntStream.range(0, ranks).mapToObj(hub::transport).toList());
  }

  private static Job job(List<Transport> all) {
    return new FaultyTransportContract.ListJob(all);
  }

  /** A link of all three: ranks 0 and 1 are those of the first job. */
  private void link(Job link) {
    assertThat(first.link("a", link.rank(0), new int[] {0, 1, -1})).containsExactly(0, 1, 2);
    assertThat(second.link("a", link.rank(1), new int[] {0, 1, -1})).containsExactly(0, 1, 2);
    assertThat(other.link("a", link.rank(2), new int[] {-1, -1, 0})).containsExactly(1, 2, 0);
  }

  @Test
  void framesNameTheirSenderByItsNumberHere() {
    link(open(3));
    offer(first, 2, 7, 8, 9, new byte[] {1, 2});
    offer(second, 2, 17, 18, 19, new byte[0]);
    offer(first, 1, 27, 28, 29, new byte[0]);
    Frame one = next(other);
    Frame two = next(other);
    assertThat(List.of(one.peer(), two.peer())).containsExactlyInAnyOrder(1, 2);
    Frame ofFirst = one.peer() == 1 ? one : two;
    assertThat(ofFirst.word0()).isEqualTo(7);
    assertThat(ofFirst.payload()).containsExactly(1, 2);
    assertThat(next(second).peer()).as("home").isEqualTo(0);
    offer(other, 1, 37, 0, 0, new byte[0]);
    assertThat(next(first).peer()).isEqualTo(2);
    assertThat(first.endpoint(2).peer()).isEqualTo(2);
    assertThat(first.sharesMemory(2)).isTrue();
    assertThat(first.size()).isEqualTo(3);
    assertThat(first.homeSize()).isEqualTo(2);
  }

  @Test
  void aLinkThatIsCutTakesNothingAndItsNumbersAreNotUsedAgain() {
    Job link = open(3);
    link(link);
    Endpoint to = first.endpoint(2);
    offer(first, 2, 1, 0, 0, new byte[0]);
    first.cut(link.rank(0));
    assertThat(to.offer(1, 0, 0, NO_PAYLOAD, 0)).isEqualTo(Offer.FAILED);
    assertThat(to.stream(1, 0, 0, NO_PAYLOAD, 0)).isEqualTo(Endpoint.LOST);
    assertThat(to.failure()).contains("disconnected");
    assertThat(to.lend(NO_PAYLOAD)).isEqualTo(Transport.NONE);
    assertThat(first.markOf(2)).isEqualTo(Transport.LAST_MARK);
    assertThat(first.sharesMemory(2)).isFalse();
    assertThat(first.hasLinks()).isFalse();
    assertThatThrownBy(() -> first.borrow(2, 1)).isInstanceOf(MalformedException.class);
    assertThat(next(other).word0()).as("what was offered before").isEqualTo(1);
    assertThat(other.markOf(1)).isEqualTo(Transport.LAST_MARK);
    Job again = open(2);
    assertThat(first.link("b", again.rank(0), new int[] {0, -1})).containsExactly(0, 3);
    assertThat(first.markOf(3)).isNotEqualTo(Transport.LAST_MARK);
  }

  @Test
  void memoryIsReservedByTheLinkThatConnectsAll() {
    link(open(3));
    assertThat(first.common(new int[] {0, 5})).isNull();
    LinkedTransport.Common here = Objects.requireNonNull(first.common(new int[] {0, 2}));
    LinkedTransport.Common there = Objects.requireNonNull(other.common(new int[] {1, 0}));
    assertThat(here.numbers()).containsExactly(0, 2);
    assertThat(there.numbers()).containsExactly(0, 2);
    Region region = reserve(here.transport(), 64);
    map(here.transport(), region).set(JAVA_LONG, 8, 42);
    assertThat(map(there.transport(), region).get(JAVA_LONG, 8)).isEqualTo(42);
    here.transport().release(region);
  }

  @Test
  void ofSeveralLinksAllFindTheSame() {
    Job one = open(2);
    Job two = open(2);
    int[] numbers = first.link("b", one.rank(0), new int[] {0, -1});
    assertThat(numbers).containsExactly(0, 2);
    int[] known = first.link("a", two.rank(0), new int[] {0, 2});
    assertThat(known).containsExactly(0, 2);
    other.link("a", two.rank(1), new int[] {-1, 0});
    other.link("b", one.rank(1), new int[] {1, 0});
    LinkedTransport.Common here = Objects.requireNonNull(first.common(new int[] {0, 2}));
    LinkedTransport.Common there = Objects.requireNonNull(other.common(new int[] {1, 0}));
    assertThat(here.transport()).isSameAs(two.rank(0));
    assertThat(there.transport()).isSameAs(two.rank(1));
  }

  @Test
  void aSleeperHearsAThreadOfTheSameJvm() throws Exception {
    link(open(3));
    hears();
  }

  @Test
  void aSleeperHearsASocket() throws Exception {
    link(TcpTransportTest.TcpJob.open(TcpSettings.loopback(), 3));
    hears();
  }

  @Test
  void aSleeperHearsAnotherProcessesMemory() throws Exception {
    String address = ShmTransport.create(3);
    link(
        job(
            List.of(
                ShmTransport.open(address, 0, 3),
                ShmTransport.open(address, 1, 3),
                ShmTransport.open(address, 2, 3))));
    hears();
  }

  /** The first rank sleeps between frames from home and from the link. */
  private void hears() throws Exception {
    Together.run(
        List.of(
            () -> {
              int ofHome = 0;
              int ofLink = 0;
              while (ofHome < 20 || ofLink < 20) {
                int peer = nextAsleep(first).peer();
                ofHome += peer == 1 ? 1 : 0;
                ofLink += peer == 2 ? 1 : 0;
              }
              return null;
            },
            () -> sends(second, 0),
            () -> sends(other, 1)));
    first.close();
    second.close();
    other.close();
  }

  private static Void sends(Transport from, int to) throws InterruptedException {
    for (int i = 0; i < 20; i++) {
      Thread.sleep(i % 4);
      offer(from, to, i, 0, 0, new byte[8]);
    }
    return null;
  }
}
