package org.purempi.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.purempi.check.SendReplay.Stuck;

class SendReplayTest {
  private static final long WORLD = 1;

  /** A rank as the engine tells of it. */
  private static final class Rank {
    private final MessageTrace trace = new MessageTrace();
    private final int[] sent = new int[4];

    Rank send(int to) {
      return isend(to).waitForSend(to);
    }

    Rank isend(int to) {
      trace.sent(to, sent[to]++);
      return this;
    }

    Rank waitForSend(int to) {
      trace.waitedForSend(to, sent[to] - 1);
      return this;
    }

    Rank recv(int from, int number) {
      int receive = irecv(from, number, false);
      trace.waitedForReceive(receive);
      return this;
    }

    Rank recvAny(int from, int number) {
      int receive = irecv(from, number, true);
      trace.waitedForReceive(receive);
      return this;
    }

    int irecv(int from, int number, boolean isFromAny) {
      int receive = trace.posted(isFromAny);
      trace.matched(receive, from, number);
      return receive;
    }

    Rank barrier(int number) {
      trace.called("barrier", WORLD, number, 2, false);
      return this;
    }

    Rank bcast(int number, boolean isRoot) {
      trace.called("bcast", WORLD, number, 2, isRoot);
      return this;
    }
  }

  private static @Nullable Stuck play(Rank... ranks) {
    List<byte[]> all = Arrays.stream(ranks).map(rank -> rank.trace.encoded()).toList();
    return new SendReplay(all).find();
  }

  @Test
  void bothSendFirst() {
    Stuck stuck = play(new Rank().send(1).recv(1, 0), new Rank().send(0).recv(0, 0));
    assertThat(Objects.requireNonNull(stuck).what())
        .contains("rank 0 is in a send to rank 1", "rank 1 is in a send");
  }

  @Test
  void oneSendsFirst() {
    assertThat(play(new Rank().send(1).recv(1, 0), new Rank().recv(0, 0).send(0))).isNull();
  }

  @Test
  void bothHavePostedTheirReceives() {
    Rank first = new Rank();
    Rank second = new Rank();
    first.irecv(1, 0, false);
    second.irecv(0, 0, false);
    assertThat(play(first.send(1), second.send(0))).isNull();
  }

  @Test
  void sendsThatAreStartedWaitLater() {
    assertThat(
            play(
                new Rank().isend(1).recv(1, 0).waitForSend(1),
                new Rank().isend(0).recv(0, 0).waitForSend(0)))
        .isNull();
    assertThat(
            play(
                new Rank().isend(1).waitForSend(1).recv(1, 0),
                new Rank().isend(0).waitForSend(0).recv(0, 0)))
        .isNotNull();
  }

  @Test
  void receivesInAnotherOrder() {
    assertThat(play(new Rank().send(1).send(1), new Rank().recv(0, 0).recv(0, 1))).isNull();
    assertThat(play(new Rank().send(1).send(1), new Rank().recv(0, 1).recv(0, 0))).isNotNull();
  }

  @Test
  void aMessageAcrossABarrier() {
    assertThat(play(new Rank().send(1).barrier(0), new Rank().recv(0, 0).barrier(0))).isNull();
    assertThat(play(new Rank().send(1).barrier(0), new Rank().barrier(0).recv(0, 0))).isNotNull();
  }

  @Test
  void aRootNeedNotWaitForOthers() {
    assertThat(play(new Rank().bcast(0, true).send(1), new Rank().recv(0, 0).bcast(0, false)))
        .isNull();
    assertThat(play(new Rank().send(1).bcast(0, true), new Rank().bcast(0, false).recv(0, 0)))
        .isNotNull();
  }

  @Test
  void aSendToItself() {
    assertThat(play(new Rank().send(0).recv(0, 0))).isNotNull();
    Rank early = new Rank();
    int receive = early.irecv(0, 0, false);
    early.send(0).trace.waitedForReceive(receive);
    assertThat(play(early)).isNull();
  }

  @Test
  void receivesFromAnybodyMightHaveGotAnotherMessage() {
    Rank any = new Rank().recvAny(2, 0).recvAny(1, 0);
    Rank sender = new Rank().send(0).send(2);
    Rank last = new Rank().recv(1, 0).send(0);
    assertThat(play(any, sender, last)).isNull();
  }

  @Test
  void whatWasNeverReceivedIsAnotherMistake() {
    assertThat(play(new Rank().send(1), new Rank())).isNull();
  }

  @Test
  void ranksOfWhichTheEndIsNotKnownMayHaveDoneAnything() {
    Rank spoilt = new Rank().send(0).recv(0, 0);
    spoilt.trace.spoil();
    assertThat(play(new Rank().send(1).recv(1, 0), spoilt)).isNull();
  }
}
