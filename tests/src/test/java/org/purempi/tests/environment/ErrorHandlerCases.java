package org.purempi.tests.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.MpiTruncationException;
import org.purempi.tests.OnRanks;

/** Section 9.3: error handlers. Those that end the job are tested with jobs of their own. */
final class ErrorHandlerCases {
  private ErrorHandlerCases() {}

  @OnRanks({1, 2})
  static void theDefaultHandlerThrows(Communicator world) {
    assertThat(world.getErrhandler()).isEqualTo(ErrorHandler.RETURN);
    assertThat(world.mpi().self().getErrhandler()).isEqualTo(ErrorHandler.RETURN);
    assertThatThrownBy(() -> world.send(new int[1], -20, 0))
        .isInstanceOf(MpiArgumentException.class);
  }

  @OnRanks({1, 2})
  static void aUserHandlerIsCalledWithTheCommunicatorAndThenTheErrorIsThrown(Communicator world) {
    List<Object> seen = new ArrayList<>();
    try (Communicator dup = world.dup()) {
      dup.setErrhandler(
          ErrorHandler.of(
              (comm, error) -> {
                seen.add(comm);
                seen.add(error.errorClass());
              }));
      assertThatThrownBy(() -> dup.send(new int[1], 0, -20))
          .isInstanceOf(MpiArgumentException.class);
      assertThat(seen).containsExactly(dup, ErrorClass.TAG);
      assertThatThrownBy(() -> world.send(new int[1], 0, -20))
          .isInstanceOf(MpiArgumentException.class);
      assertThat(seen).as("errors of another communicator").hasSize(2);
    }
  }

  @OnRanks({1, 2})
  static void aUserHandlerSeesErrorsOfCommunicationToo(Communicator world) {
    AtomicInteger truncations = new AtomicInteger();
    try (Communicator dup = world.dup()) {
      dup.setErrhandler(
          ErrorHandler.of(
              (comm, error) -> {
                if (error instanceof MpiTruncationException) {
                  truncations.incrementAndGet();
                }
              }));
      var receive = dup.irecv(new int[1], dup.rank(), 0);
      dup.send(new int[2], dup.rank(), 0);
      assertThatThrownBy(receive::waitFor).isInstanceOf(MpiTruncationException.class);
      assertThat(truncations.get()).isEqualTo(1);
    }
  }

  @OnRanks({1, 2})
  static void anErrorInsideAHandlerReachesTheCaller(Communicator world) {
    try (Communicator dup = world.dup()) {
      dup.setErrhandler(
          ErrorHandler.of(
              (comm, error) -> {
                throw new IllegalStateException("handled badly");
              }));
      assertThatThrownBy(() -> dup.send(new int[1], 0, -20))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("handled badly");
    }
  }

  @OnRanks({1, 2})
  static void callErrhandlerTreatsAnyErrorAsACallWould(Communicator world) {
    List<ErrorClass> seen = new ArrayList<>();
    MpiException error = new MpiException(ErrorClass.OTHER, "mine");
    try (Communicator dup = world.dup()) {
      dup.setErrhandler(ErrorHandler.of((comm, e) -> seen.add(e.errorClass())));
      assertThatThrownBy(() -> dup.callErrhandler(error)).isSameAs(error);
      assertThat(seen).containsExactly(ErrorClass.OTHER);
    }
  }

  @OnRanks({1, 2})
  static void errorsTiedToNoCommunicatorGoToSelf(Communicator world) {
    List<ErrorClass> seen = new ArrayList<>();
    Communicator self = world.mpi().self();
    self.setErrhandler(ErrorHandler.of((comm, e) -> seen.add(e.errorClass())));
    try {
      assertThatThrownBy(() -> world.mpi().bufferDetach());
      assertThat(seen).containsExactly(ErrorClass.BUFFER);
    } finally {
      self.setErrhandler(ErrorHandler.RETURN);
    }
  }
}
