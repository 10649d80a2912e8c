package org.purempi.tests.spawn;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Sections 11.9 and 11.10: ports, names, and sockets. Halves of one world are the two groups. */
final class PortCases {
  private static final int TAG = 3;
  private static final Duration SHORT = Duration.ofMillis(150);

  private PortCases() {}

  private static boolean isServer(Communicator world) {
    return world.rank() < world.size() / 2;
  }

  /** The half of the world to which this rank belongs. */
  private static Communicator half(Communicator world) {
    return Objects.requireNonNull(world.split(isServer(world) ? 0 : 1, world.rank()));
  }

  /** The name of a port that rank 0 has opened, on all ranks. */
  private static String port(Communicator world) {
    byte[] name = new byte[Mpi.BSEND_OVERHEAD];
    if (world.rank() == 0) {
      byte[] text = world.mpi().openPort().getBytes(US_ASCII);
      System.arraycopy(text, 0, name, 0, text.length);
    }
    world.bcast(name, 0);
    return new String(name, US_ASCII).trim();
  }

  @OnRanks({2, 4})
  static void twoGroupsMeetAtAPort(Communicator world) {
    String port = port(world);
    assertThat(port).hasSizeLessThan(256).doesNotContainPattern("[^A-Za-z0-9./:-]");
    try (Communicator half = half(world)) {
      for (int round = 0; round < 3; round++) {
        Intercommunicator between = isServer(world) ? half.accept(port, 0) : half.connect(port, 0);
        assertThat(between.size()).isEqualTo(world.size() / 2);
        assertThat(between.remoteSize()).isEqualTo(world.size() / 2);
        int[] number = {world.rank()};
        between.send(number, half.rank(), TAG);
        between.recv(number, half.rank(), TAG);
        assertThat(number[0]).isEqualTo((world.rank() + world.size() / 2) % world.size());
        try (Communicator all = between.merge(false)) {
          assertThat(all.rank()).as("who accepts comes first").isEqualTo(world.rank());
          long[] sum = {1L << world.rank()};
          all.allreduce(sum, Op.SUM);
          assertThat(sum[0]).isEqualTo((1L << world.size()) - 1);
        }
        between.disconnect();
      }
    }
    world.barrier();
    if (world.rank() == 0) {
      world.mpi().closePort(port);
      world.mpi().closePort(port);
    }
  }

  @OnRanks({2, 4})
  static void theRootsMayBeAnyRanks(Communicator world) {
    String port = "";
    Communicator half = half(world);
    int last = half.size() - 1;
    if (isServer(world) && half.rank() == last) {
      port = world.mpi().openPort();
      byte[] text = port.getBytes(US_ASCII);
      world.send(text, world.size() - 1, TAG);
    } else if (world.rank() == world.size() - 1) {
      byte[] text = new byte[Mpi.BSEND_OVERHEAD];
      world.recv(text, world.size() / 2 - 1, TAG);
      port = new String(text, US_ASCII).trim();
    }
    Intercommunicator between =
        isServer(world) ? half.accept(port, last) : half.connect(port, last);
    assertThat(between.remoteSize()).isEqualTo(world.size() / 2);
    between.disconnect();
    half.close();
    if (isServer(world) && world.rank() == world.size() / 2 - 1) {
      world.mpi().closePort(port);
    }
  }

  @OnRanks({1, 2})
  static void whatIsNoPortIsRefusedOnAllRanks(Communicator world) {
    Mpi mpi = world.mpi();
    Expect.error(ErrorClass.PORT, () -> world.accept("no port", 0), "accept", "name of a port");
    Expect.error(ErrorClass.PORT, () -> world.connect("no port", 0), "connect", "name of a port");
    Expect.error(ErrorClass.PORT, () -> mpi.closePort("no port"), "name of a port");
    Expect.error(ErrorClass.ROOT, () -> world.accept("no port", world.size()), "root");
    String port = port(world);
    if (world.rank() == 0) {
      mpi.closePort(port);
    }
    world.barrier();
    long startNanos = System.nanoTime();
    Expect.error(ErrorClass.PORT, () -> world.connect(port, 0), "connect", "closed");
    Expect.error(ErrorClass.PORT, () -> world.accept(port, 0), "accept", "closed");
    assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(20));
    Expect.error(
        ErrorClass.INFO_VALUE,
        () -> world.accept(port, Info.of("timeout", "soon"), 0),
        "timeout=soon");
  }

  @OnRanks({1, 2})
  static void whoComesToNobodyWaitsAsLongAsHeIsTold(Communicator world) {
    String port = port(world);
    Expect.error(ErrorClass.PORT, () -> world.accept(port, SHORT, 0), "accept", "time");
    Expect.error(
        ErrorClass.PORT,
        () -> world.connect(port, Info.of("timeout", "0.1"), 0),
        "connect",
        "time");
    world.barrier();
    if (world.rank() == 0) {
      world.mpi().closePort(port);
    }
  }

  @OnRanks({2})
  static void aPortThatIsClosedWakesWhoeverWaitsThere(Communicator world) {
    String port = port(world);
    if (world.rank() == 0) {
      Thread closer =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      Thread.sleep(SHORT);
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                    world.mpi().closePort(port);
                  });
      Expect.error(ErrorClass.PORT, () -> world.mpi().self().accept(port, 0), "closed");
      assertThat(closer).isNotNull();
    }
    world.barrier();
  }

  /** Who calls without knowing the port's name is turned away, and disturbs nobody. */
  @OnRanks({2})
  static void strangersAtAPortDisturbNobody(Communicator world) throws Exception {
    String port = port(world);
    String[] parts = port.split("/", -1);
    var where = new InetSocketAddress(InetAddress.ofLiteral(parts[1]), Integer.parseInt(parts[2]));
    Random random = new Random(7);
    List<SocketChannel> strangers = new ArrayList<>();
    for (int i = 0; i < 40 && world.rank() == 1; i++) {
      SocketChannel stranger = SocketChannel.open(where);
      byte[] words = new byte[random.nextInt(300)];
      random.nextBytes(words);
      if (i % 2 == 0) {
        System.arraycopy("PUREMPI".getBytes(US_ASCII), 0, words, 0, Math.min(7, words.length));
      }
      stranger.write(ByteBuffer.wrap(words));
      strangers.add(stranger);
      if (i % 3 == 0) {
        stranger.close();
      }
    }
    Communicator self = world.mpi().self();
    if (world.rank() == 1) {
      String other = parts[3].replace(parts[3].charAt(0), parts[3].charAt(0) == '0' ? '1' : '0');
      String wrong = String.join("/", parts[0], parts[1], parts[2], other);
      Expect.error(ErrorClass.PORT, () -> self.connect(wrong, 0), "connect", "port");
    }
    Intercommunicator between = world.rank() == 0 ? self.accept(port, 0) : self.connect(port, 0);
    between.barrier();
    between.disconnect();
    for (SocketChannel stranger : strangers) {
      stranger.close();
    }
    world.barrier();
    if (world.rank() == 0) {
      world.mpi().closePort(port);
    }
  }

  @OnRanks({1, 2})
  static void portsHaveNames(Communicator world) {
    Mpi mpi = world.mpi();
    String service = "PortCases " + world.size();
    String port = port(world);
    if (world.rank() == 0) {
      mpi.publishName(service, port);
      Expect.error(ErrorClass.NAME, () -> mpi.publishName(service, port), service, "in use");
    }
    world.barrier();
    assertThat(mpi.lookupName(service)).isEqualTo(port);
    world.barrier();
    if (world.rank() == 0) {
      mpi.unpublishName(service, port);
      Expect.error(ErrorClass.SERVICE, () -> mpi.unpublishName(service, port), service);
      mpi.closePort(port);
    }
    world.barrier();
    Expect.error(ErrorClass.NAME, () -> mpi.lookupName(service), service, "nobody");
    world.barrier();
  }

  @OnRanks({2})
  static void whoHasAConnectionJoins(Communicator world) throws Exception {
    try (SocketChannel channel = connection(world)) {
      for (int round = 0; round < 2; round++) {
        Intercommunicator between = world.mpi().join(channel);
        assertThat(between.remoteSize()).isEqualTo(1);
        int[] number = {world.rank()};
        between.send(number, 0, TAG);
        between.recv(number, 0, TAG);
        assertThat(number[0]).isEqualTo(1 - world.rank());
        between.disconnect();
        // The connection is the program's again.
        channel.write(ByteBuffer.wrap(new byte[] {(byte) (7 + world.rank())}));
        ByteBuffer one = ByteBuffer.allocate(1);
        assertThat(channel.read(one)).isEqualTo(1);
        assertThat(one.get(0)).isEqualTo((byte) (8 - world.rank()));
      }
    }
    world.barrier();
    SocketChannel cut = connection(world);
    if (world.rank() == 0) {
      cut.close();
    } else {
      Expect.error(ErrorClass.INTERN, () -> world.mpi().join(cut), "join", "socket");
      cut.close();
    }
    world.barrier();
  }

  private static SocketChannel connection(Communicator world) throws Exception {
    int[] number = new int[1];
    if (world.rank() == 0) {
      try (ServerSocketChannel door = ServerSocketChannel.open()) {
        door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        number[0] = door.socket().getLocalPort();
        world.send(number, 1, TAG);
        return door.accept();
      }
    }
    world.recv(number, 0, TAG);
    return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), number[0]));
  }
}
