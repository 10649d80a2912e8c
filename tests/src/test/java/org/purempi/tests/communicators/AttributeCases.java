package org.purempi.tests.communicators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Keyval;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.tests.OnRanks;

/** Section 7.7: attributes of one's own, and when their callbacks are called. */
final class AttributeCases {
  private AttributeCases() {}

  /** A key that writes down what happens, and gives duplicates its value and a mark. */
  private static Keyval<String> logged(List<String> log) {
    return Communicator.createKeyval(
        String.class,
        (c, v) -> {
          log.add("copy " + v);
          return Optional.of(v + "'");
        },
        (c, v) -> log.add("delete " + v));
  }

  @OnRanks({1, 2})
  static void aValueStaysUntilItIsDeletedOrReplaced(Communicator world) {
    List<String> log = new ArrayList<>();
    Keyval<String> key = logged(log);
    try (Communicator c = world.dup()) {
      assertThat(c.getAttr(key)).isEmpty();
      c.setAttr(key, "a");
      assertThat(c.getAttr(key)).hasValue("a");
      assertThat(world.getAttr(key)).isEmpty();
      c.setAttr(key, "b");
      assertThat(log).containsExactly("delete a");
      c.deleteAttr(key);
      assertThat(c.getAttr(key)).isEmpty();
      assertThat(log).containsExactly("delete a", "delete b");
      refused(ErrorClass.KEYVAL, () -> c.deleteAttr(key));
      refused(ErrorClass.KEYVAL, () -> c.setAttr(Keyval.TAG_UB, 1));
      refused(ErrorClass.KEYVAL, () -> c.deleteAttr(Keyval.TAG_UB));
    }
  }

  private static void refused(ErrorClass errorClass, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            MpiArgumentException.class, e -> assertThat(e.errorClass()).isEqualTo(errorClass));
  }

  @OnRanks({1, 2, 3})
  static void aDuplicateGetsCopiesInTheOrderOfSetting(Communicator world) {
    List<String> log = new ArrayList<>();
    List<Keyval<String>> keys = List.of(logged(log), logged(log), logged(log));
    Keyval<String> notCopied =
        Communicator.createKeyval(String.class, (c, v) -> Optional.empty(), (c, v) -> {});
    Communicator c = world.dup();
    for (int i = 2; i >= 0; i--) {
      c.setAttr(keys.get(i), "v" + i);
    }
    c.setAttr(notCopied, "x");
    Communicator d = c.dup();
    assertThat(log).containsExactly("copy v2", "copy v1", "copy v0");
    assertThat(d.getAttr(keys.get(1))).hasValue("v1'");
    assertThat(d.getAttr(notCopied)).isEmpty();
    log.clear();
    d.close();
    assertThat(log).containsExactly("delete v0'", "delete v1'", "delete v2'");
    c.close();
  }

  @OnRanks({1, 2})
  static void aCallbackMayDeleteAndReplaceOtherAttributes(Communicator world) {
    List<String> log = new ArrayList<>();
    Keyval<String> first = logged(log);
    Keyval<String> second = logged(log);
    Keyval<String> meddler =
        Communicator.createKeyval(
            String.class,
            (c, v) -> Optional.empty(),
            (c, v) -> {
              c.deleteAttr(first);
              c.setAttr(second, "new");
            });
    Communicator c = world.dup();
    c.setAttr(first, "a");
    c.setAttr(second, "b");
    c.setAttr(meddler, "c");
    c.close();
    assertThat(log).containsExactly("delete a", "delete b", "delete new");
  }

  @OnRanks({2})
  static void idupCopiesWhatIsSetWhenItIsCalled(Communicator world) {
    List<String> log = new ArrayList<>();
    Keyval<String> key = logged(log);
    Communicator c = world.dup();
    c.setAttr(key, "then");
    var request = c.idup();
    assertThat(log).containsExactly("copy then");
    c.setAttr(key, "later");
    Communicator d = request.waitFor();
    assertThat(d.getAttr(key)).hasValue("then'");
    assertThat(request.waitFor()).as("the same one").isSameAs(d);
  }

  @OnRanks({2})
  static void aCallbackThatFailsMakesTheCallFail(Communicator world) {
    boolean[] fail = {true};
    Keyval<String> key =
        Communicator.createKeyval(
            String.class,
            (c, v) -> {
              throw new MpiException(ErrorClass.OTHER, "no copy");
            },
            (c, v) -> {
              if (fail[0]) {
                throw new MpiException(ErrorClass.OTHER, "no deletion");
              }
            });
    Communicator c = world.dup();
    c.setAttr(key, "a");
    assertThatThrownBy(c::dup).isInstanceOf(MpiException.class).hasMessage("no copy");
    assertThatThrownBy(() -> c.deleteAttr(key)).hasMessage("no deletion");
    assertThat(c.getAttr(key)).as("is still there").hasValue("a");
    assertThatThrownBy(c::close).hasMessage("no deletion");
    fail[0] = false;
    c.close();
  }

  @OnRanks({2, 3})
  static void aCallbackThatFailsAtOneRankDoesNotHoldTheOthersUp(Communicator world) {
    Keyval<String> key =
        Communicator.createKeyval(
            String.class,
            (c, v) -> {
              if (c.rank() == 0) {
                throw new MpiException(ErrorClass.OTHER, "no copy");
              }
              return Optional.of(v);
            },
            (c, v) -> {});
    Communicator c = world.dup();
    c.setAttr(key, "a");
    if (c.rank() == 0) {
      assertThatThrownBy(c::idup).hasMessage("no copy");
      assertThatThrownBy(c::dup).hasMessage("no copy");
    } else {
      assertThat(c.idup().waitFor().getAttr(key)).hasValue("a");
      assertThat(c.dup().getAttr(key)).hasValue("a");
    }
    c.barrier();
    c.close();
  }

  @OnRanks({1})
  static void theCallbacksOfSelfAreCalledFirstWhenMpiEndsTheLastSetFirst(Communicator world) {
    assertThat(world.size()).isOne();
    List<String> log = new ArrayList<>();
    Mpi.runThreads(
        1,
        w -> {
          Communicator self = w.mpi().self();
          for (String name : List.of("a", "b", "c")) {
            Keyval<String> key =
                Communicator.createKeyval(
                    String.class,
                    (c, v) -> Optional.empty(),
                    (c, v) -> {
                      assertThat(c.mpi().isFinalized()).isFalse();
                      c.barrier();
                      log.add(v);
                    });
            self.setAttr(key, name);
          }
        });
    assertThat(log).containsExactly("c", "b", "a");
  }
}
