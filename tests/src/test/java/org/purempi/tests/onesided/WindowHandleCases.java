package org.purempi.tests.onesided;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Info;
import org.purempi.Keyval;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.Request;
import org.purempi.Window;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Sections 7.7, 7.8, 9.3 and 12.2.7 for windows: attributes, names, error handlers, hints. */
final class WindowHandleCases {
  private static final Map<String, String> INITIAL =
      Map.of(
          "no_locks", "false",
          "accumulate_ordering", "rar,raw,war,waw",
          "accumulate_ops", "same_op_no_op",
          "same_size", "false",
          "same_disp_unit", "false",
          "alloc_shared_noncontig", "false");

  private WindowHandleCases() {}

  @OnRanks({1, 2})
  static void theHintsInUseAreKnownAndOthersAreDropped(Communicator world) {
    try (Window plain = Window.allocate(world, 8, 8);
        Window given =
            Window.allocate(
                world, 8, 8, Info.of("accumulate_ordering", "none").with("colour", "red"))) {
      assertThat(plain.getInfo().pairs()).isEqualTo(INITIAL);
      assertThat(given.getInfo().get("colour")).isEmpty();
      assertThat(given.getInfo().get("accumulate_ordering")).hasValue("none");
      given.setInfo(Info.of("accumulate_ops", "same_op").with("colour", "blue"));
      assertThat(given.getInfo().get("accumulate_ops")).hasValue("same_op");
      assertThat(given.getInfo().get("accumulate_ordering")).hasValue("none");
      assertThat(given.getInfo().pairs().keySet()).isEqualTo(INITIAL.keySet());
      Expect.error(
          ErrorClass.INFO_VALUE,
          () -> given.setInfo(Info.of("accumulate_ordering", "upwards")),
          "accumulate_ordering",
          "upwards");
      assertThat(plain.getInfo().pairs()).isEqualTo(INITIAL);
    }
  }

  @OnRanks({1, 2})
  static void aNameIsInMessages(Communicator world) {
    try (Window window = Window.allocate(world, 8, 8)) {
      assertThat(window.name()).isEmpty();
      window.setName("halo");
      assertThat(window.name()).isEqualTo("halo");
      Expect.error(ErrorClass.RMA_SYNC, () -> window.put(Buf.of(new int[1]), 0, 0), "halo");
      Expect.error(ErrorClass.RANK, () -> window.put(Buf.of(new int[1]), 99, 0), "halo");
      assertThat(window.toString()).contains("halo");
    }
  }

  @OnRanks({1, 2})
  static void attributesStayUntilTheyAreDeletedOrTheWindowIsFreed(Communicator world) {
    List<String> log = new ArrayList<>();
    Keyval<String> key = Window.createKeyval(String.class, (w, v) -> log.add("delete " + v));
    Keyval<String> ofCommunicators =
        Communicator.createKeyval(String.class, (c, v) -> java.util.Optional.of(v), (c, v) -> {});
    try (Window window = Window.allocate(world, 8, 8);
        Window other = Window.allocate(world, 8, 8)) {
      assertThat(window.getAttr(key)).isEmpty();
      window.setAttr(key, "a");
      assertThat(window.getAttr(key)).hasValue("a");
      assertThat(other.getAttr(key)).isEmpty();
      window.setAttr(key, "b");
      assertThat(log).containsExactly("delete a");
      window.deleteAttr(key);
      assertThat(window.getAttr(key)).isEmpty();
      assertThat(log).containsExactly("delete a", "delete b");
      Expect.error(ErrorClass.KEYVAL, () -> window.deleteAttr(key));
      Expect.error(ErrorClass.KEYVAL, () -> window.getAttr(Keyval.TAG_UB));
      Expect.error(ErrorClass.KEYVAL, () -> window.setAttr(Keyval.TAG_UB, 1));
      Expect.error(ErrorClass.KEYVAL, () -> window.setAttr(ofCommunicators, "x"));
      Expect.error(ErrorClass.KEYVAL, () -> world.setAttr(key, "x"));
      window.setAttr(key, "c");
      other.setAttr(key, "d");
    }
    assertThat(log).containsExactly("delete a", "delete b", "delete d", "delete c");
  }

  @OnRanks({1, 2})
  static void aHandlerOfAWindowIsCalledWithItAndThenTheErrorIsThrown(Communicator world) {
    List<Object> seen = new ArrayList<>();
    ErrorHandler mine =
        ErrorHandler.ofWindow(
            (window, error) -> {
              seen.add(window);
              seen.add(error.errorClass());
            });
    int right = (world.rank() + 1) % world.size();
    try (Window window = Window.createDynamic(world, Info.EMPTY);
        Window other = Window.allocate(world, 8, 8)) {
      assertThat(window.getErrhandler()).isEqualTo(ErrorHandler.RETURN);
      window.setErrhandler(mine);
      assertThat(window.getErrhandler()).isSameAs(mine);
      Expect.error(ErrorClass.RMA_SYNC, () -> window.unlock(0));
      assertThat(seen).containsExactly(window, ErrorClass.RMA_SYNC);
      Expect.error(ErrorClass.RMA_SYNC, () -> other.unlock(0));
      Expect.error(ErrorClass.RANK, () -> world.send(new int[1], 99, 0));
      assertThat(seen).hasSize(2);
      window.lockAll();
      if (right != world.rank()) {
        Request<?> get = window.rget(Buf.of(new int[1]), right, 4096, 1, org.purempi.Datatype.INT);
        Expect.error(ErrorClass.RMA_RANGE, get::waitFor);
        window.put(Buf.of(new int[1]), right, 4096);
        Expect.error(ErrorClass.RMA_RANGE, () -> window.flush(right));
        assertThat(seen.subList(2, 6))
            .containsExactly(window, ErrorClass.RMA_RANGE, window, ErrorClass.RMA_RANGE);
      }
      window.unlockAll();
      seen.clear();
      MpiException own = new MpiException(ErrorClass.OTHER, "mine");
      Expect.error(ErrorClass.OTHER, () -> window.callErrhandler(own), "mine");
      assertThat(seen).containsExactly(window, ErrorClass.OTHER);
    }
  }

  @OnRanks({1, 2})
  static void handlersOfCommunicatorsAndOfWindowsAreTwoThings(Communicator world) {
    ErrorHandler ofComm = ErrorHandler.of((c, e) -> {});
    ErrorHandler ofWindow = ErrorHandler.ofWindow((w, e) -> {});
    try (Communicator dup = world.dup()) {
      dup.setErrhandler(ofComm);
      try (Window window = Window.allocate(dup, 8, 8)) {
        assertThat(window.getErrhandler()).isEqualTo(ErrorHandler.RETURN);
        Expect.error(ErrorClass.ARG, () -> window.setErrhandler(ofComm), "ofWindow");
        Expect.error(ErrorClass.ARG, () -> dup.setErrhandler(ofWindow), "windows");
      }
    }
  }

  @OnRanks({1, 2})
  static void errorsOfMakingAWindowPassTheCommunicatorsHandler(Communicator world) {
    List<Object> seen = new ArrayList<>();
    try (Communicator dup = world.dup()) {
      dup.setErrhandler(ErrorHandler.of((c, e) -> seen.add(e.errorClass())));
      Expect.error(ErrorClass.SIZE, () -> Window.allocate(dup, -1, 1));
      assertThat(seen).containsExactly(ErrorClass.SIZE);
    }
    Communicator closed = world.dup();
    closed.close();
    Expect.error(ErrorClass.COMM, () -> Window.allocate(closed, 8, 8), "closed");
  }

  @OnRanks(2)
  static void anIntercommunicatorHasNoWindows(Communicator world) {
    try (Communicator self = world.mpi().self().dup();
        Communicator inter = self.intercommCreate(0, world, 1 - world.rank(), 7)) {
      org.assertj.core.api.Assertions.assertThatThrownBy(() -> Window.allocate(inter, 8, 8))
          .isInstanceOfSatisfying(
              MpiArgumentException.class,
              e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.COMM));
    }
  }
}
