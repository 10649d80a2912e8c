package org.purempi.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.Window;

/** Chapter 15: what a rank counts, what it tells of, and how that is read. */
@Timeout(60)
class ToolsTest {
  private static final int TAG = 5;
  private static final int LONG = 4 << 20;

  private static long read(Communicator world, PerformanceVariable variable) {
    return Tools.of(world).read(variable);
  }

  @Test
  void messagesAreCountedByTheWayTheyGo() {
    Mpi.runThreads(
        2,
        world -> {
          Tools tools = Tools.of(world);
          long eager = tools.read(PerformanceVariable.EAGER_SENT);
          long eagerBytes = tools.read(PerformanceVariable.EAGER_SENT_BYTES);
          long announced = tools.read(PerformanceVariable.ANNOUNCED_SENT_BYTES);
          long fragmented = tools.read(PerformanceVariable.FRAGMENTED_SENT_BYTES);
          long received = tools.read(PerformanceVariable.RECEIVED);
          long receivedBytes = tools.read(PerformanceVariable.RECEIVED_BYTES);
          if (world.rank() == 0) {
            world.send(new byte[10], 1, TAG);
            world.send(new byte[20], 1, TAG);
            world.ssend(new byte[LONG], 1, TAG);
            assertThat(tools.read(PerformanceVariable.EAGER_SENT) - eager).isEqualTo(2);
            assertThat(tools.read(PerformanceVariable.EAGER_SENT_BYTES) - eagerBytes).isEqualTo(30);
            assertThat(tools.read(PerformanceVariable.ANNOUNCED_SENT_BYTES) - announced)
                .isEqualTo(LONG);
            assertThat(tools.read(PerformanceVariable.FRAGMENTED_SENT_BYTES)).isEqualTo(fragmented);
          } else {
            for (int bytes : new int[] {10, 20, LONG}) {
              world.recv(new byte[bytes], 0, TAG);
            }
            assertThat(tools.read(PerformanceVariable.RECEIVED) - received).isEqualTo(3);
            assertThat(tools.read(PerformanceVariable.RECEIVED_BYTES) - receivedBytes)
                .isEqualTo(30 + LONG);
            assertThat(tools.read(PerformanceVariable.FRAMES)).isGreaterThanOrEqualTo(3);
          }
        });
  }

  @Test
  void unexpectedMessagesStandInTheQueueUntilTheyAreReceived() {
    Mpi.runThreads(
        2,
        world -> {
          if (world.rank() == 0) {
            for (int i = 0; i < 40; i++) {
              world.send(new byte[100], 1, i);
            }
          }
          world.barrier();
          if (world.rank() == 1) {
            world.probe(0, 39);
            Tools tools = Tools.of(world);
            assertThat(tools.read(PerformanceVariable.UNEXPECTED_RECVQ_LENGTH)).isEqualTo(40);
            assertThat(tools.read(PerformanceVariable.COMMUNICATOR_UNEXPECTED_LENGTH, world))
                .isEqualTo(40);
            assertThat(tools.read(PerformanceVariable.UNEXPECTED_RECVQ_BUFFER_SIZE))
                .isGreaterThanOrEqualTo(4000);
            try (PerformanceSession session = tools.session()) {
              PerformanceHandle most =
                  session.handle(PerformanceVariable.UNEXPECTED_RECVQ_LENGTH_MOST);
              most.start();
              for (int i = 20; i < 40; i++) {
                world.recv(new byte[100], 0, i);
              }
              assertThat(most.read()).isEqualTo(40);
              most.reset();
              assertThat(most.read()).isEqualTo(20);
              most.stop();
              for (int i = 0; i < 20; i++) {
                world.recv(new byte[100], 0, i);
              }
              assertThat(most.read()).isEqualTo(20);
            }
            assertThat(tools.read(PerformanceVariable.UNEXPECTED_RECVQ_LENGTH)).isZero();
            assertThat(tools.read(PerformanceVariable.UNEXPECTED_RECVQ_BUFFER_SIZE)).isZero();
            assertThat(tools.read(PerformanceVariable.UNEXPECTED_RECVQ_LENGTH_MOST))
                .isGreaterThanOrEqualTo(40);
            assertThat(tools.read(PerformanceVariable.UNEXPECTED_RECVQ_MATCH_ATTEMPTS))
                .isGreaterThanOrEqualTo(16);
          }
        });
  }

  @Test
  void handlesCountWhileTheyRunAndNoSessionDisturbsAnother() {
    Mpi.runThreads(
        1,
        world -> {
          Tools tools = Tools.of(world);
          try (PerformanceSession one = tools.session();
              PerformanceSession other = tools.session()) {
            PerformanceHandle a = one.handle(PerformanceVariable.COLLECTIVES);
            PerformanceHandle b = other.handle(PerformanceVariable.COMMUNICATOR_COLLECTIVES, world);
            world.barrier();
            assertThat(a.read()).isZero();
            a.start();
            b.start();
            world.barrier();
            world.allreduce(new int[1], Op.SUM);
            assertThat(a.read()).isEqualTo(2);
            assertThat(a.readAndReset()).isEqualTo(2);
            assertThat(a.read()).isZero();
            assertThat(b.read()).isEqualTo(2);
            one.stopAll();
            world.barrier();
            assertThat(a.read()).isZero();
            assertThat(b.read()).isEqualTo(3);
            a.write(7);
            one.startAll();
            world.barrier();
            assertThat(a.read()).isEqualTo(8);
          }
        });
  }

  @Test
  void aLevelIsReadAndNotStarted() {
    Mpi.runThreads(
        1,
        world -> {
          Tools tools = Tools.of(world);
          long before = tools.read(PerformanceVariable.COMMUNICATORS);
          Communicator copy = world.dup();
          Request<Status> posted = world.irecv(new byte[8], 0, TAG);
          try (PerformanceSession session = tools.session()) {
            PerformanceHandle open = session.handle(PerformanceVariable.COMMUNICATORS);
            assertThat(open.read()).isEqualTo(before + 1);
            copy.close();
            assertThat(open.read()).isEqualTo(before);
            session.startAll();
            session.resetAll();
            assertThatThrownBy(open::start)
                .isInstanceOf(MpiArgumentException.class)
                .hasMessage(
                    "COMMUNICATORS is a LEVEL: it can be read at any time, and not started");
            assertThat(tools.read(PerformanceVariable.OPERATIONS)).isEqualTo(1);
            assertThat(tools.read(PerformanceVariable.COMMUNICATOR_POSTED_LENGTH, world))
                .isEqualTo(1);
            assertThatThrownBy(() -> session.handle(PerformanceVariable.COMMUNICATOR_POSTED_LENGTH))
                .isInstanceOf(MpiArgumentException.class)
                .hasMessageContaining("name one");
            assertThatThrownBy(() -> session.handle(PerformanceVariable.POLLS, world))
                .isInstanceOf(MpiArgumentException.class)
                .hasMessageContaining("name none");
          }
          world.send(new byte[8], 0, TAG);
          posted.waitFor();
        });
  }

  @Test
  void everyVariableCanBeRead() {
    Mpi.runThreads(
        2,
        world -> {
          world.barrier();
          for (PerformanceVariable v : PerformanceVariable.values()) {
            Tools tools = Tools.of(world);
            assertThat(v.isBound() ? tools.read(v, world) : tools.read(v))
                .describedAs(v.key())
                .isNotNegative();
          }
          assertThat(PerformanceVariable.valueOf("JVM_CLASSES").key()).isEqualTo("jvm_classes");
          assertThat(read(world, PerformanceVariable.JVM_CLASSES)).isPositive();
          assertThat(read(world, PerformanceVariable.PEERS)).isPositive();
        });
  }

  @Test
  void windowsAndMemoryAreCountedWhileTheyAreOpen() {
    Mpi.runThreads(
        2,
        world -> {
          Tools tools = Tools.of(world);
          long memory = tools.read(PerformanceVariable.SHARED_MEMORY);
          try (var _ = Window.allocate(world, 4096, 1)) {
            assertThat(tools.read(PerformanceVariable.WINDOWS)).isEqualTo(1);
            assertThat(tools.read(PerformanceVariable.SHARED_MEMORY))
                .isGreaterThanOrEqualTo(memory + 4096);
          }
          assertThat(tools.read(PerformanceVariable.WINDOWS)).isZero();
        });
  }

  @Test
  void whoListensHearsWhatHappens() {
    Mpi.runThreads(
        2,
        world -> {
          Tools tools = Tools.of(world);
          try (EventQueue queue =
              tools.events(
                  EventType.UNEXPECTED_MESSAGE,
                  EventType.RENDEZVOUS_BEGUN,
                  EventType.COMMUNICATOR_CREATED,
                  EventType.COMMUNICATOR_FREED)) {
            if (world.rank() == 0) {
              world.send(new byte[3], 1, TAG);
              world.ssend(Buf.of(new byte[LONG]), 1, TAG + 1);
              ToolEvent begun = next(queue, EventType.RENDEZVOUS_BEGUN);
              assertThat(begun.value("process")).isEqualTo(1);
              assertThat(begun.value("bytes")).isEqualTo(LONG);
              assertThat(begun.subject()).isEqualTo("MPI_COMM_WORLD");
            } else {
              world.recv(new byte[LONG], 0, TAG + 1);
              ToolEvent unexpected = next(queue, EventType.UNEXPECTED_MESSAGE);
              assertThat(unexpected.values()).hasSize(4);
              assertThat(unexpected.value("source")).isZero();
              assertThat(unexpected.value("tag")).isEqualTo(TAG);
              assertThat(unexpected.value("bytes")).isEqualTo(3);
              assertThat(unexpected.timeNanos() - System.nanoTime()).isNegative();
              assertThatThrownBy(() -> unexpected.value("colour"))
                  .isInstanceOf(MpiArgumentException.class)
                  .hasMessageContaining("[context, source, tag, bytes]");
              world.recv(new byte[3], 0, TAG);
            }
            Communicator copy = world.dup();
            copy.close();
            ToolEvent created = next(queue, EventType.COMMUNICATOR_CREATED);
            ToolEvent freed = next(queue, EventType.COMMUNICATOR_FREED);
            assertThat(created.value("ranks")).isEqualTo(2);
            assertThat(freed.value("context")).isEqualTo(created.value("context"));
            assertThat(queue.dropped()).isZero();
          }
        });
  }

  /** The next event of a type; internal messages may be unexpected, too. */
  private static ToolEvent next(EventQueue queue, EventType type) {
    for (ToolEvent event = queue.poll(); event != null; event = queue.poll()) {
      if (event.type() == type) {
        return event;
      }
    }
    throw new AssertionError("no " + type);
  }

  @Test
  void whatDoesNotFitIsDroppedAndCounted() {
    Mpi.runThreads(
        1,
        world -> {
          try (EventQueue queue = Tools.of(world).events(EventType.UNEXPECTED_MESSAGE)) {
            for (int i = 0; i < EventQueue.ROOM + 3; i++) {
              world.send(new byte[0], 0, TAG);
              world.probe(0, TAG);
              world.recv(new byte[0], 0, TAG);
            }
            assertThat(queue.dropped()).isEqualTo(3);
            assertThat(queue.poll()).isNotNull();
          }
        });
  }

  @Test
  void aCallbackIsCalledUntilItIsClosed() {
    Mpi.runThreads(
        1,
        world -> {
          List<ToolEvent> heard = new ArrayList<>();
          var two = new CountDownLatch(2);
          EventQueue registration =
              Tools.of(world)
                  .listen(
                      EventType.COMMUNICATOR_FREED,
                      event -> {
                        heard.add(event);
                        two.countDown();
                      });
          world.dup().close();
          world.dup().close();
          two.await();
          registration.close();
          world.dup().close();
          assertThat(heard).hasSize(2);
          assertThat(registration.poll()).isNull();
        });
  }

  @Test
  void controlVariablesAreTheSettings() {
    ControlVariable transport = ControlVariable.named("purempi.transport").orElseThrow();
    assertThat(transport.value()).isEqualTo("auto");
    assertThat(transport.allowed()).isEqualTo("one of auto, shm, tcp");
    assertThatThrownBy(() -> transport.set("carrier pigeons"))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("must be one of auto, shm, tcp");
    ControlVariable allreduce = ControlVariable.named("purempi.allreduce").orElseThrow();
    try {
      allreduce.set("ring");
      assertThat(allreduce).hasToString("purempi.allreduce=ring");
    } finally {
      System.clearProperty("purempi.allreduce");
    }
    assertThat(ControlVariable.named("purempi.secret")).isEmpty();
  }

  @Test
  void nothingIsSetOnceMpiHasBegun() throws Exception {
    new ThreadJob(1, false, null)
        .runProgram(
            List.of(
                java.nio.file.Path.of(
                    ToolsTest.class.getProtectionDomain().getCodeSource().getLocation().toURI())),
            SettingProgram.class.getName());
  }

  @Test
  void aHandleThatIsFreedCountsNoMore() {
    Mpi.runThreads(
        1,
        world -> {
          PerformanceSession session = Tools.of(world).session();
          PerformanceHandle freed = session.handle(PerformanceVariable.COLLECTIVES);
          PerformanceHandle closed = session.handle(PerformanceVariable.COLLECTIVES);
          session.startAll();
          session.free(freed);
          world.barrier();
          assertThat(freed.read()).isZero();
          assertThat(closed.read()).isEqualTo(1);
          session.close();
          assertThat(closed.read()).isZero();
        });
  }

  @Test
  void everyEventTellsWhatItsValuesAre() {
    assertThat(EventType.valueOf("RANK_FAILED").elements()).containsExactly("process");
    assertThat(EventType.values())
        .allSatisfy(
            type -> {
              assertThat(type.key()).isEqualTo(type.name().toLowerCase(Locale.ROOT));
              assertThat(type.sentence()).endsWith(".");
              assertThat(type.elements()).isNotEmpty().doesNotHaveDuplicates();
            });
  }

  @Test
  void everyVariableAndEventIsInOneCategory() {
    List<Category> all = Category.all();
    assertThat(all.stream().flatMap(c -> c.controls().stream()))
        .containsExactlyInAnyOrderElementsOf(ControlVariable.all());
    assertThat(all.stream().flatMap(c -> c.performances().stream()))
        .containsExactlyInAnyOrder(PerformanceVariable.values());
    assertThat(all.stream().flatMap(c -> c.events().stream()))
        .containsExactlyInAnyOrder(EventType.values());
    assertThat(all.stream().map(Category::name)).doesNotHaveDuplicates();
  }

  @Test
  void beansOfJmxShowTheSameVariables() {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    Mpi.runThreads(
        2,
        world -> {
          var rank = new ObjectName("org.purempi:type=Rank,rank=" + world.rank());
          var settings = new ObjectName("org.purempi:type=Settings,rank=" + world.rank());
          try (var _ = Tools.of(world).manage()) {
            world.barrier();
            assertThat(server.getAttribute(rank, "Collectives"))
                .isEqualTo(read(world, PerformanceVariable.COLLECTIVES));
            assertThat(server.getAttributes(rank, new String[] {"Windows", "None"})).hasSize(1);
            assertThat(server.getAttribute(settings, "Transport")).isEqualTo("auto");
            MBeanInfo info = server.getMBeanInfo(rank);
            assertThat(info.getAttributes())
                .anySatisfy(
                    a -> {
                      assertThat(a.getName()).isEqualTo("UnexpectedRecvqLength");
                      assertThat(a.getType()).isEqualTo("long");
                      assertThat(a.getDescription())
                          .isEqualTo("Messages that no receive has taken. (messages)");
                    });
          }
          assertThat(server.isRegistered(rank)).isFalse();
          assertThat(server.isRegistered(settings)).isFalse();
        });
  }

  @Test
  void theSettingRegistersThemWhenMpiBegins() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    var rank = new ObjectName("org.purempi:type=Rank,rank=0");
    System.setProperty("purempi.jmx", "true");
    try {
      Mpi.runThreads(1, world -> assertThat(server.isRegistered(rank)).isTrue());
    } finally {
      System.clearProperty("purempi.jmx");
    }
    assertThat(server.isRegistered(rank)).isFalse();
    Mpi.runThreads(1, world -> assertThat(server.isRegistered(rank)).isFalse());
  }

  /** Sets something too late. */
  static final class SettingProgram {
    private SettingProgram() {}

    public static void main(String[] args) {
      ControlVariable eager = ControlVariable.named("purempi.eager").orElseThrow();
      try (Mpi mpi = Mpi.init(args)) {
        assertThatThrownBy(() -> eager.set("1"))
            .isInstanceOf(MpiException.class)
            .hasMessage("purempi.eager is read when MPI begins: set it before Mpi.init");
        mpi.world().barrier();
      }
    }
  }
}
