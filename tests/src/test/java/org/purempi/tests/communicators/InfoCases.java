package org.purempi.tests.communicators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiError;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Same;

/** Chapter 10 and section 7.4.4: hints; and the ways to duplicate and end a communicator. */
final class InfoCases {
  private InfoCases() {}

  @OnRanks(1)
  static void anInfoIsAnOrderedListOfPairs(Communicator world) {
    assertThat(world.size()).isOne();
    Info info = Info.of("a", "1").with("b", "2").with("a", "3");
    assertThat(info.nkeys()).isEqualTo(2);
    assertThat(info.nthkey(0)).isEqualTo("a");
    assertThat(info.nthkey(1)).isEqualTo("b");
    assertThat(info.get("a")).hasValue("3");
    assertThat(info.get("c")).isEmpty();
    assertThat(info.without("a")).isEqualTo(Info.of("b", "2"));
    assertThat(Info.EMPTY.nkeys()).isZero();
    refused(ErrorClass.INFO_NOKEY, () -> info.without("c"));
    refused(ErrorClass.ARG, () -> info.nthkey(2));
    refused(ErrorClass.INFO_KEY, () -> info.with("", "x"));
    refused(ErrorClass.INFO_KEY, () -> info.with("k".repeat(255), "x"));
    refused(ErrorClass.INFO_VALUE, () -> info.with("k", "v".repeat(1024)));
    Info env = Info.createEnv("x", "y");
    assertThat(env.get("command")).hasValue("java");
    assertThat(env.get("argv").orElse("")).matches("\\S+ x y"); // the main class, and what it got
    assertThat(env.get("wdir")).hasValue(System.getProperty("user.dir"));
    assertThat(env.get("thread_level")).hasValue("MPI_THREAD_MULTIPLE");
  }

  private static void refused(ErrorClass errorClass, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            MpiError.class, e -> assertThat(e.errorClass()).isEqualTo(errorClass));
  }

  @OnRanks({2})
  static void hintsThatAreUnderstoodAreKept(Communicator world) {
    Info given = Info.of("mpi_assert_no_any_tag", "true").with("unknown", "x");
    try (Communicator c = world.dupWithInfo(given)) {
      assertThat(c.getInfo().get("mpi_assert_no_any_tag")).hasValue("true");
      assertThat(c.getInfo().get("unknown")).isEmpty();
      assertThat(c.getInfo().get("mpi_memory_alloc_kinds")).hasValue("system,mpi");
      c.setInfo(Info.of("mpi_assert_memory_alloc_kinds", "rocm:device"));
      assertThat(c.getInfo().get("mpi_assert_memory_alloc_kinds")).as("not granted").isEmpty();
      c.setInfo(Info.of("mpi_assert_memory_alloc_kinds", "system"));
      assertThat(c.getInfo().get("mpi_assert_memory_alloc_kinds")).hasValue("system");
      assertThat(world.getInfo().get("mpi_assert_no_any_tag")).isEmpty();
      c.setInfo(Info.of("mpi_assert_exact_length", "true"));
      assertThat(c.getInfo().get("mpi_assert_exact_length")).hasValue("true");
      assertThat(c.getInfo().get("mpi_assert_no_any_tag")).as("stays").hasValue("true");
      try (Communicator d = c.dup()) {
        assertThat(d.getInfo()).as("hints stay behind").isEqualTo(world.getInfo());
      }
      refused(
          ErrorClass.INFO_VALUE, () -> c.setInfo(Info.of("mpi_assert_allow_overtaking", "maybe")));
    }
  }

  @OnRanks({2})
  static void aWildcardAgainstTheAssertionIsNoticed(Communicator world) {
    Info given = Info.of("mpi_assert_no_any_tag", "true").with("mpi_assert_no_any_source", "true");
    try (Communicator c = world.idupWithInfo(given).waitFor()) {
      refused(ErrorClass.TAG, () -> c.irecv(new int[1], 0, Mpi.ANY_TAG));
      refused(ErrorClass.RANK, () -> c.probe(Mpi.ANY_SOURCE, 1));
      int peer = 1 - c.rank();
      int[] got = new int[1];
      c.sendrecv(new int[] {c.rank()}, peer, 1, got, peer, 1);
      assertThat(got[0]).isEqualTo(peer);
    }
  }

  @OnRanks({2, 4})
  static void duplicationsMayBeUnderWayTogetherAndAmongOtherTraffic(Communicator world) {
    Request<Communicator> a = world.idup();
    Request<Communicator> b = world.idup();
    assertThat(world.allreduce(1, Op.SUM)).isEqualTo(world.size());
    Communicator second = b.waitFor();
    Communicator first = a.waitFor();
    int right = (world.rank() + 1) % world.size();
    int left = (world.rank() + world.size() - 1) % world.size();
    first.isend(new int[] {1}, right, 0);
    second.isend(new int[] {2}, right, 0);
    int[] got = new int[1];
    second.recv(got, left, 0);
    assertThat(got[0]).isEqualTo(2);
    first.recv(got, left, 0);
    assertThat(got[0]).isEqualTo(1);
    first.close();
    second.close();
  }

  @OnRanks({2, 3})
  static void aDuplicateInheritsTheErrorHandler(Communicator world) {
    Communicator c = world.dup();
    ErrorHandler mine = ErrorHandler.of((x, e) -> {});
    c.setErrhandler(mine);
    assertThat(c.dup().getErrhandler()).isSameAs(mine);
    assertThat(c.idup().waitFor().getErrhandler()).isSameAs(mine);
    assertThat(Objects.requireNonNull(c.split(0, 0)).getErrhandler()).isSameAs(mine);
  }

  @OnRanks({2, 4})
  static void disconnectWaitsForWhatIsPending(Communicator world) {
    Communicator c = world.dup();
    int[] got = new int[100_000];
    int peer = world.rank() ^ 1;
    c.irecv(got, peer, 0);
    c.isend(filled(world.rank()), peer, 0);
    c.disconnect();
    Same.everywhere(got, peer);
    assertThatThrownBy(c::barrier).isInstanceOf(MpiArgumentException.class);
  }

  private static int[] filled(int value) {
    int[] a = new int[100_000];
    java.util.Arrays.fill(a, value);
    return a;
  }

  @OnRanks({2})
  static void manyCommunicatorsComeAndGo(Communicator world) {
    for (int i = 0; i < 500; i++) {
      try (Communicator c = world.dup()) {
        assertThat(c.allreduce(i, Op.MAX)).isEqualTo(i);
      }
    }
  }
}
