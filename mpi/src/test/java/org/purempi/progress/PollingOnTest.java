package org.purempi.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Occupancy;
import org.purempi.transport.Transport;
import org.purempi.transport.thread.ThreadHub;

/** A rank that shares its core waits for another one, whose message comes with the tenth poll. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PollingOnTest {
  private static final int POLLS_UNTIL_IT_COMES = 10;
  private static final int PARTNER = 1;

  private static final FrameHandler NO_FRAMES =
      (peer, word0, word1, word2, memory, offset, bytes) -> {
        throw new AssertionError("a frame from " + peer);
      };

  /** The partner runs beside this rank, maybe only for so many questions. */
  private final class Partner implements Occupancy {
    private int answers;
    private int yields;
    private int pollsBeforeTheFirstYield;

    Partner(int answers) {
      this.answers = answers;
    }

    @Override
    public void occupy() {}

    @Override
    public void vacate() {
      if (yields++ == 0) {
        pollsBeforeTheFirstYield = polls;
      }
    }

    @Override
    public boolean isBeside(int peer) {
      return peer == PARTNER && answers-- > 0;
    }
  }

  private static final class Message extends Completion {
    private final int from;

    Message(int from) {
      this.from = from;
    }

    @Override
    protected int partner() {
      return from;
    }
  }

  private int polls;
  private int comesWith = POLLS_UNTIL_IT_COMES;

  /** Each yield may cost a whole turn of somebody else. */
  private boolean comesWithAYield;

  /** How often the rank gave its core away before the message was there. */
  private int yieldsUntil(Message message, Partner partner, int spins) {
    Transport real = new ThreadHub(2).transport(0);
    Progress[] progress = {null};
    var transport =
        (Transport)
            Proxy.newProxyInstance(
                Transport.class.getClassLoader(),
                new Class<?>[] {Transport.class},
                (self, method, args) -> {
                  if (method.getName().equals("occupancy")) {
                    return partner;
                  }
                  if (method.getName().equals("poll")
                      && (++polls == comesWith || (comesWithAYield && partner.yields > 0))) {
                    progress[0].complete(message);
                    return 1;
                  }
                  return method.invoke(real, args);
                });
    progress[0] = new Progress(transport, NO_FRAMES, new Patience(spins, 1_000_000));
    progress[0].enter();
    progress[0].await(message);
    progress[0].leave();
    assertThat(message.isDone()).isTrue();
    return partner.yields;
  }

  @Test
  void whoWaitsForOneThatRunsOnAnotherCoreKeepsItsOwn() {
    assertThat(yieldsUntil(new Message(PARTNER), new Partner(Integer.MAX_VALUE), 1)).isZero();
  }

  @Test
  void whoWaitsForOneThatDoesNotRunGivesItsCoreAwayAtOnce() {
    var partner = new Partner(0);
    yieldsUntil(new Message(PARTNER), partner, 1);
    assertThat(partner.pollsBeforeTheFirstYield).isEqualTo(2);
  }

  @Test
  void whoWaitsForAnybodyGivesItsCoreAwayAtOnce() {
    var partner = new Partner(Integer.MAX_VALUE);
    yieldsUntil(new Message(Completion.NOBODY), partner, 1);
    assertThat(partner.pollsBeforeTheFirstYield).isEqualTo(2);
  }

  @Test
  void itYieldsAsSoonAsThePartnerStops() {
    comesWith = 1_000;
    assertThat(yieldsUntil(new Message(PARTNER), new Partner(2), 1)).isPositive();
    assertThat(polls).isEqualTo(comesWith);
  }

  /** Of a partner that computes on and on: attempts become rare. */
  @Test
  void itYieldsInTheEndToWhoeverSharesItsCore() {
    comesWith = 100_000;
    comesWithAYield = true;
    assertThat(yieldsUntil(new Message(PARTNER), new Partner(Integer.MAX_VALUE), 1)).isPositive();
  }

  @Test
  void aRankWithACoreOfItsOwnAsksNobody() {
    var partner = new Partner(Integer.MAX_VALUE);
    comesWith = 5_000;
    yieldsUntil(new Message(PARTNER), partner, 2_000);
    assertThat(partner.yields).isZero();
    assertThat(partner.answers).isEqualTo(Integer.MAX_VALUE);
  }
}
