package org.purempi.bootstrap;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.PeerUser;
import org.purempi.channel.Strangers;
import org.purempi.pmi.PmiLine;
import org.purempi.transport.tcp.Introduction;
import org.purempi.transport.tcp.JobKey;

/**
 * Where ranks meet, kept by rank 0 for as long as the world lives: takes calls, and knows who is
 * there. One thread owns everything; the public methods may be called by any.
 */
final class Gate {
  private static final int BACKLOG = 4096;
  private static final int LEAST_STRANGERS = 64;
  private static final long PROOF_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long TELL_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long TICK_MILLIS = 100;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** A rank that came and has ended can be started again within so long. */
  private static final long COME_BACK_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final int size;
  private final Terms terms;
  private final JobKey key;
  private final String token;
  private final long limitNanos;
  private final Selector selector;
  private final List<ServerSocketChannel> doors = new ArrayList<>();
  private final Strangers<Guest> strangers = new Strangers<>(this::hasSpoken);
  private final @Nullable Guest[] waiting;
  private final Map<Integer, Ended> ended = new TreeMap<>();
  private final Queue<Runnable> errands = new ConcurrentLinkedQueue<>();
  private final CountDownLatch done = new CountDownLatch(1);
  private final Refusals refusals = new Refusals();
  private volatile @Nullable InetSocketAddress address;

  /** Since when ranks are waited for; null as long as none can know where. */
  private volatile @Nullable Long startNanos;

  /** A rank that was here. */
  private record Ended(String where, long nanos) {}

  private int present;
  private boolean hasTold;
  private boolean isClosed;
  private @Nullable WorldServer server;

  private Gate(int size, Terms terms) throws IOException {
    this.size = size;
    this.terms = terms;
    this.key = terms.key;
    this.token = terms.token;
    this.limitNanos = terms.limitNanos;
    this.waiting = new Guest[size];
    this.selector = Selector.open();
  }

  /**
   * On which terms ranks meet here.
   *
   * @param isSecured whether the key is made of a secret; else who calls has to be a process of
   *     this one's user
   * @param token what rank 0 says to be known as the one of this process
   * @param silenceTurns see {@link Pulse}
   */
  record Terms(JobKey key, boolean isSecured, String token, long limitNanos, int silenceTurns) {}

  /**
   * Opens it.
   *
   * @param addresses of this host
   * @param firstPort the first port to try
   * @throws java.net.BindException when none of the ports is free
   */
  static Gate open(List<InetAddress> addresses, int firstPort, int lastPort, int size, Terms terms)
      throws IOException {
    Gate gate = new Gate(size, terms);
    try {
      gate.bind(addresses, firstPort, lastPort);
    } catch (IOException e) {
      gate.shut();
      gate.selector.close();
      throw e;
    }
    Thread.ofPlatform().daemon().name("purempi gate").start(gate::run);
    return gate;
  }

  private void bind(List<InetAddress> addresses, int firstPort, int lastPort) throws IOException {
    for (int port = firstPort; ; port++) {
      try {
        for (InetAddress address : addresses) {
          ServerSocketChannel door = ServerSocketChannel.open();
          doors.add(door);
          door.bind(new InetSocketAddress(address, port), BACKLOG);
          door.configureBlocking(false);
          door.register(selector, SelectionKey.OP_ACCEPT);
        }
        address = (InetSocketAddress) doors.getFirst().socket().getLocalSocketAddress();
        return;
      } catch (IOException e) {
        shut();
        if (port >= lastPort) {
          throw e;
        }
      }
    }
  }

  private void shut() {
    for (ServerSocketChannel door : doors) {
      try {
        door.close();
      } catch (IOException e) {
        // It takes no calls either way.
      }
    }
    doors.clear();
  }

  /** Where it listens; one of the places if there are several. */
  InetSocketAddress address() {
    return Objects.requireNonNull(address);
  }

  /** From now on the ranks can know where to come. */
  void expect() {
    startNanos = System.nanoTime();
  }

  /** This process ends, or its rank does not want to go on: so ends the world. Any thread. */
  void end(int exitCode, String why) {
    errand(
        () -> {
          WorldServer s = server;
          if (s == null) {
            giveUp(why);
          } else {
            s.end(exitCode, why);
          }
        });
  }

  /** Waits until every rank has left or been told of the end; false if that takes longer. */
  boolean awaitDone(long nanos) throws InterruptedException {
    return done.await(nanos, TimeUnit.NANOSECONDS);
  }

  private void errand(Runnable what) {
    errands.add(what);
    selector.wakeup();
  }

  private void run() {
    try (selector) {
      while (!isClosed) {
        selector.select(TICK_MILLIS);
        // A copy: when the last rank has come, all keys are taken out.
        for (SelectionKey one : List.copyOf(selector.selectedKeys())) {
          attend(one);
        }
        selector.selectedKeys().clear();
        for (Runnable errand = errands.poll(); errand != null; errand = errands.poll()) {
          errand.run();
        }
        lookAtTheClock();
      }
    } catch (IOException | RuntimeException e) {
      giveUp("rank 0 can accept no more connections: " + e.getMessage());
    } finally {
      shut();
      strangers.takeAll().forEach(Guest::close);
      done.countDown();
    }
  }

  private void attend(SelectionKey one) {
    if (!one.isValid()) {
      return;
    }
    if (one.attachment() instanceof Guest guest) {
      hear(guest);
    } else if (one.channel() instanceof ServerSocketChannel door) {
      accept(door);
    }
  }

  private void accept(ServerSocketChannel door) {
    SocketChannel channel = null;
    try {
      channel = door.accept();
      if (channel == null) {
        return;
      }
      channel.configureBlocking(false);
      long deadlineNanos = System.nanoTime() + PROOF_NANOS;
      var introduction = Introduction.ofHost(channel, GateLines.PURPOSE, key, deadlineNanos);
      SelectionKey its = channel.register(selector, SelectionKey.OP_READ);
      Guest guest = new Guest(channel, its, introduction);
      its.attach(guest);
      strangers.add(
          guest,
          (InetSocketAddress) channel.getRemoteAddress(),
          (InetSocketAddress) channel.getLocalAddress());
      int most = Math.max(LEAST_STRANGERS, size);
      strangers.makeRoom(most, most, this::dismiss);
    } catch (IOException e) {
      if (channel != null) {
        Newcomer.close(channel); // it hung up at once
      } else {
        // No descriptor is left: whoever calls waits in the system's queue meanwhile.
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private boolean hasSpoken(Guest guest) {
    if (!guest.hasSpoken()) {
      hear(guest);
    }
    return guest.hasSpoken();
  }

  private void hear(Guest guest) {
    try {
      PmiLine line = guest.hear();
      if (line != null) {
        greet(guest, line);
      }
    } catch (EOFException e) {
      if (!guest.isWaiting()) {
        refusals.hungUp(guest);
      }
      dismiss(guest);
    } catch (IOException e) {
      refusals.add(guest, e.getMessage() == null ? e.toString() : e.getMessage());
      dismiss(guest);
    }
  }

  private void dismiss(Guest guest) {
    strangers.remove(guest);
    if (guest.isWaiting() && waiting[guest.rank()] == guest) {
      waiting[guest.rank()] = null;
      present--;
      ended.put(guest.rank(), new Ended(guest.where(), System.nanoTime()));
    }
    guest.close();
  }

  private void greet(Guest guest, PmiLine line) throws IOException {
    if (!line.command().equals(GateLines.MEET)) {
      throw new IOException("it says '" + line.format() + "'");
    }
    int rank = line.requireInt("rank");
    String host = line.require("host");
    String refusal = stranger(guest);
    refusal = refusal == null ? refusal(line, rank) : refusal;
    if (refusal != null) {
      refusals.add(guest, "rank " + rank + " on " + host + ": " + refusal);
      guest.say(PmiLine.of(GateLines.MET).with("rc", 1).with("message", refusal));
      dismiss(guest);
      return;
    }
    WorldServer s = server;
    if (s != null) {
      guest.say(PmiLine.of(GateLines.LATER));
      dismiss(guest);
      return;
    }
    strangers.remove(guest);
    guest.waitsAs(rank, host);
    waiting[rank] = guest;
    ended.remove(rank);
    present++;
    if (present == size) {
      open();
    }
  }

  /** Why somebody who has proved nothing is not let in; null if he is. */
  private @Nullable String stranger(Guest guest) throws IOException {
    PeerUser user = terms.isSecured ? PeerUser.OURS : PeerUser.of(guest.channel);
    return user == PeerUser.OURS ? null : Newcomer.strange(user);
  }

  /** Why a rank cannot join; null if it can, now or later. */
  private @Nullable String refusal(PmiLine line, int rank) throws IOException {
    int version = line.requireInt("version");
    int its = line.requireInt("size");
    if (version != GateLines.VERSION) {
      return "it has another version of purempi than rank 0";
    }
    if (its != size) {
      return "it was started for a world of %d ranks, rank 0 for one of %d".formatted(its, size);
    }
    if (rank < 0 || rank >= size) {
      return "ranks are 0 to " + (size - 1);
    }
    WorldServer s = server;
    if (s != null) {
      return s.hasLeft(rank) ? null : "it has joined before, from " + s.where(rank);
    }
    if (rank == 0 && !token.equals(line.get("token"))) {
      return "it has joined already: another process is rank 0 here";
    }
    Guest first = waiting[rank];
    return first == null ? null : "it has joined already, on " + first.where();
  }

  /** All are there. */
  private void open() throws IOException {
    WorldServer s = new WorldServer(size, terms.silenceTurns, () -> errand(() -> isClosed = true));
    server = s;
    List<Guest> all = new ArrayList<>();
    for (Guest guest : waiting) {
      if (guest != null) {
        all.add(guest);
      }
    }
    for (Guest guest : all) {
      guest.release();
    }
    selector.selectNow(); // the keys are gone only now
    for (Guest guest : all) {
      s.seat(guest);
    }
  }

  private void lookAtTheClock() {
    long now = System.nanoTime();
    Guest eldest = strangers.eldest();
    while (eldest != null && now - eldest.deadlineNanos() > 0) {
      dismiss(eldest);
      eldest = strangers.eldest();
    }
    Long start = startNanos;
    long waited = start == null ? 0 : now - start;
    WorldServer s = server;
    if (s != null) {
      s.lookAtTheClock(now);
    } else if (ended.values().stream().anyMatch(e -> now - e.nanos > COME_BACK_NANOS)) {
      giveUp(
          "%s came and ended before all were there, and did not come back within %s s; %s of %d missing%s"
              .formatted(
                  endedRanks(),
                  GateClient.seconds(COME_BACK_NANOS),
                  missing(),
                  size,
                  refusals.text()));
    } else if (waited > limitNanos) {
      giveUp(
          "%s of %d did not come within %s s%s"
              .formatted(missing(), size, GateClient.seconds(limitNanos), refusals.text()));
    } else if (!hasTold && waited > TELL_NANOS) {
      hasTold = true;
      System.err.println(
          "purempi: rank 0 waits at %s for %s of %d%s"
              .formatted(Newcomer.text(address()), missing(), size, refusals.text()));
    }
  }

  private String endedRanks() {
    return String.join(
        ", ",
        ended.entrySet().stream()
            .map(e -> "rank " + e.getKey() + " on " + e.getValue().where)
            .toList());
  }

  /** The ranks that are not there, as {@code rank 3} or {@code ranks 2, 5-7}. */
  private String missing() {
    List<Integer> absent = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      if (waiting[rank] == null) {
        absent.add(rank);
      }
    }
    return Numbers.ranks(absent);
  }

  /** There will be no world. */
  private void giveUp(String why) {
    PmiLine last = PmiLine.of(GateLines.MET).with("rc", 1).with("message", why);
    for (Guest guest : waiting) {
      if (guest != null) {
        try {
          guest.say(last);
        } catch (IOException e) {
          // It has ended by itself.
        }
        guest.close();
      }
    }
    isClosed = true;
  }
}
