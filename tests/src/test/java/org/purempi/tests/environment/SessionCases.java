package org.purempi.tests.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Group;
import org.purempi.Info;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.Session;
import org.purempi.tests.OnRanks;

/** Section 11.3: sessions, beside the world. */
final class SessionCases {
  private SessionCases() {}

  private static Communicator all(Session session, String tag) {
    Group world = session.groupFromPset(Session.WORLD);
    return session.commCreateFromGroup(world, tag, Info.EMPTY, ErrorHandler.RETURN);
  }

  @OnRanks(
      value = {1, 2, 4},
      ofOneWorld = true)
  static void processSetsBecomeGroupsAndGroupsCommunicators(Communicator world) {
    int n = world.size();
    try (Session session = world.mpi().session()) {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < session.getNumPsets(); i++) {
        names.add(session.getNthPset(i));
      }
      assertThat(names).contains(Session.WORLD, Session.SELF);
      assertThat(session.getPsetInfo(Session.WORLD).get("mpi_size")).hasValue("" + n);
      assertThat(session.getPsetInfo(Session.SELF).get("mpi_size")).hasValue("1");
      assertThat(session.getInfo().get("thread_level")).hasValue("MPI_THREAD_MULTIPLE");
      Communicator c = all(session, "a");
      assertThat(c.rank()).isEqualTo(world.rank());
      assertThat(c.allreduce(1, Op.SUM)).isEqualTo(n);
      Group self = session.groupFromPset(Session.SELF);
      Communicator alone =
          session.commCreateFromGroup(self, "alone", Info.EMPTY, ErrorHandler.RETURN);
      assertThat(alone.size()).isOne();
      assertThatThrownBy(() -> session.groupFromPset("mpi://NONE"))
          .isInstanceOf(MpiArgumentException.class);
      assertThatThrownBy(() -> session.getNthPset(99)).isInstanceOf(MpiArgumentException.class);
    }
    world.barrier();
  }

  @OnRanks({2, 4})
  static void theyComeAndGoAndStandSideBySide(Communicator world) {
    for (int i = 0; i < 20; i++) {
      try (Session a = world.mpi().session();
          Session b = world.mpi().session()) {
        Communicator x = all(a, "x");
        Communicator y = all(b, "y");
        assertThat(x.allreduce(i, Op.MAX) + y.allreduce(i, Op.MIN)).isEqualTo(2 * i);
      }
    }
    Session closed = world.mpi().session();
    Communicator left = all(closed, "left");
    closed.close();
    assertThatThrownBy(left::barrier)
        .isInstanceOfSatisfying(
            MpiArgumentException.class,
            e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.SESSION));
    assertThat(world.allreduce(1, Op.SUM)).isEqualTo(world.size());
  }

  @OnRanks(
      value = {2, 4},
      ofOneWorld = true)
  static void theWordTellsCreationsAtTheSameTimeApart(Communicator world) throws Exception {
    try (Session session = world.mpi().session()) {
      Communicator[] made = new Communicator[2];
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        int which = i ^ (world.rank() & 1);
        threads.add(Thread.ofPlatform().start(() -> made[which] = all(session, "word " + which)));
      }
      for (Thread t : threads) {
        t.join();
      }
      assertThat(made[0].allreduce(1, Op.SUM)).isEqualTo(world.size());
      assertThat(made[1].allreduce(2, Op.MAX)).isEqualTo(2);
    }
    world.barrier();
  }

  @OnRanks(
      value = {2, 3, 4},
      ofOneWorld = true)
  static void twoGroupsAreConnected(Communicator world) {
    int n = world.size();
    try (Session session = world.mpi().session()) {
      Group all = session.groupFromPset(Session.WORLD);
      Group first = all.incl(0);
      Group rest = all.incl(IntStream.range(1, n).toArray());
      boolean alone = world.rank() == 0;
      assertThatThrownBy(
              () ->
                  session.intercommCreateFromGroups(
                      all, 0, Group.EMPTY, 0, "nobody", Info.EMPTY, ErrorHandler.RETURN))
          .isInstanceOf(MpiArgumentException.class)
          .hasMessageContaining("remoteLeader is 0");
      Intercommunicator inter =
          session.intercommCreateFromGroups(
              alone ? first : rest,
              0,
              alone ? rest : first,
              0,
              "bridge",
              Info.EMPTY,
              ErrorHandler.RETURN);
      assertThat(inter.remoteSize()).isEqualTo(alone ? n - 1 : 1);
      int[] sum = new int[1];
      inter.allreduce(new int[] {1}, sum, Op.SUM);
      assertThat(sum[0]).isEqualTo(inter.remoteSize());
    }
    world.barrier();
  }

  @OnRanks(
      value = {2},
      ofOneWorld = true)
  static void bufferedSendsOfASessionHaveSpaceOfTheirOwn(Communicator world) {
    try (Session session = world.mpi().session()) {
      Communicator c = all(session, "buffered");
      session.attachBuffer(java.lang.foreign.MemorySegment.ofArray(new byte[2000]));
      int peer = 1 - c.rank();
      c.bsend(new int[] {c.rank()}, peer, 0);
      assertThatThrownBy(() -> world.bsend(new int[1], peer, 0))
          .as("the world has none")
          .isInstanceOf(org.purempi.MpiException.class);
      int[] got = new int[1];
      c.recv(got, peer, 0);
      assertThat(got[0]).isEqualTo(peer);
      session.flushBuffer();
      session.iflushBuffer().waitFor();
      assertThat(session.detachBuffer()).isPresent();
      session.attachBufferAutomatic();
      c.bsend(new int[1], Mpi.PROC_NULL, 0);
      assertThat(session.detachBuffer()).isEmpty();
    }
    world.barrier();
  }

  @OnRanks({1})
  static void errorsPassTheSessionsHandler(Communicator world) {
    int[] seen = {0};
    try (Session session = world.mpi().session(Info.EMPTY, ErrorHandler.of((c, e) -> seen[0]++))) {
      assertThatThrownBy(() -> session.groupFromPset("nonsense"))
          .isInstanceOf(MpiArgumentException.class);
      assertThat(seen[0]).isOne();
      session.setErrhandler(ErrorHandler.RETURN);
      assertThat(session.getErrhandler()).isSameAs(ErrorHandler.RETURN);
      assertThatThrownBy(
              () -> session.callErrhandler(new MpiArgumentException(ErrorClass.ARG, "mine")))
          .hasMessage("mine");
      assertThat(seen[0]).isOne();
    }
  }

  @OnRanks({1})
  static void theHardwareIsKnownInPart(Communicator world) {
    Info hardware = world.mpi().getHwResourceInfo();
    assertThat(hardware.get("hwloc://Machine")).hasValue("true");
    assertThat(hardware.pairs().values()).allMatch(v -> v.equals("true") || v.equals("false"));
  }
}
