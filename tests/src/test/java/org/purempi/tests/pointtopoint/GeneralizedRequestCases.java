package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.GeneralizedRequest;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;

/** Section 13.2: requests for operations of the program's own; and flushes that do not wait. */
final class GeneralizedRequestCases {
  private GeneralizedRequestCases() {}

  /** Writes down what it is asked. */
  private static final class Own implements GeneralizedRequest.Callbacks {
    final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private volatile boolean cancelled;

    @Override
    public Status query() {
      return new Status(4, 5, 6, cancelled, ErrorClass.SUCCESS);
    }

    @Override
    public void free() {
      log.add("free");
    }

    @Override
    public void cancel(boolean complete) {
      log.add("cancel " + complete);
      cancelled = true;
    }
  }

  @OnRanks({1, 2})
  static void itIsFreedAlsoWhenItsQueryFails(Communicator world) {
    boolean[] isFreed = {false};
    GeneralizedRequest request =
        world
            .mpi()
            .grequestStart(
                new GeneralizedRequest.Callbacks() {
                  @Override
                  public Status query() {
                    throw new MpiException(ErrorClass.OTHER, "no answer");
                  }

                  @Override
                  public void free() {
                    isFreed[0] = true;
                    throw new MpiException(ErrorClass.OTHER, "not freed");
                  }

                  @Override
                  public void cancel(boolean complete) {
                    throw new IllegalStateException("nobody cancels it");
                  }
                });
    request.complete();
    assertThatThrownBy(request::waitFor).as("the last callback's error").hasMessage("not freed");
    assertThat(isFreed[0]).isTrue();
    assertThat(request.active()).isFalse();
  }

  @OnRanks({1, 2})
  static void severalFlushesEnd(Communicator world) {
    world.mpi().bufferAttachAutomatic();
    int peer = world.size() - 1 - world.rank();
    Request<Status> receive = world.irecv(new byte[1 << 20], peer, 1);
    world.bsend(new byte[1 << 20], peer, 1);
    var first = world.mpi().bufferIflush();
    var second = world.mpi().bufferIflush();
    receive.waitFor();
    first.waitFor();
    second.waitFor();
    world.mpi().bufferDetach();
  }

  @OnRanks({1, 2})
  static void aThreadOfTheProgramCompletesIt(Communicator world) throws InterruptedException {
    Own own = new Own();
    GeneralizedRequest request = world.mpi().grequestStart(own);
    assertThat(request.test()).isEmpty();
    Thread worker = Thread.ofPlatform().start(request::complete);
    Status status = request.waitFor();
    assertThat(status.source()).isEqualTo(4);
    assertThat(status.tag()).isEqualTo(5);
    assertThat(status.bytes()).isEqualTo(6);
    worker.join();
    assertThat(own.log).containsExactly("free");
    assertThatThrownBy(request::complete).isInstanceOf(MpiArgumentException.class);
  }

  @OnRanks({1})
  static void itIsWaitedForTogetherWithOthers(Communicator world) {
    GeneralizedRequest request = world.mpi().grequestStart(new Own());
    Request<Status> receive = world.irecv(new int[1], 0, 0);
    world.send(new int[1], 0, 0);
    assertThat(Request.waitAny(request, receive).index()).isEqualTo(1);
    request.complete();
    assertThat(request.getStatus().orElseThrow().tag()).isEqualTo(5);
    assertThat(Request.waitAll(request, receive).get(0).bytes()).isEqualTo(6);
  }

  @OnRanks({1})
  static void cancelAndFreeAreTheOperationsOwn(Communicator world) {
    Mpi mpi = world.mpi();
    Own own = new Own();
    GeneralizedRequest request = mpi.grequestStart(own);
    request.cancel();
    assertThat(own.log).containsExactly("cancel false");
    request.complete();
    request.cancel();
    assertThat(own.log).containsExactly("cancel false", "cancel true");
    assertThat(request.waitFor().cancelled()).isTrue();
    Own freed = new Own();
    GeneralizedRequest left = mpi.grequestStart(freed);
    left.free();
    assertThat(freed.log).isEmpty();
    left.complete();
    assertThat(freed.log).containsExactly("free");
  }

  @OnRanks({1})
  static void oneThatIsCompletedAndFreedAtOnceIsFreedOnce(Communicator world) throws Exception {
    for (int i = 0; i < 1000; i++) {
      Own own = new Own();
      GeneralizedRequest request = world.mpi().grequestStart(own);
      Thread worker = Thread.ofVirtual().start(request::complete);
      request.free();
      worker.join();
      assertThat(own.log).containsExactly("free");
    }
  }

  @OnRanks({2})
  static void aFlushIsCompleteWhenBufferedMessagesAreDelivered(Communicator world) {
    byte[] big = new byte[1 << 20];
    if (world.rank() == 0) {
      world.attachBuffer(MemorySegment.ofArray(new byte[big.length + Mpi.BSEND_OVERHEAD]));
      world.bsend(Buf.of(big), 1, 0);
      Request<Status> flush = world.iflushBuffer();
      assertThat(flush.test()).isEmpty();
      world.send(new int[0], 1, 1);
      flush.waitFor();
      assertThat(world.detachBuffer()).isPresent();
      world.mpi().bufferAttachAutomatic();
      world.mpi().bufferIflush().waitFor();
      world.mpi().bufferDetach();
    } else {
      world.recv(new int[0], 0, 1);
      world.recv(big, 0, 0);
    }
  }
}
