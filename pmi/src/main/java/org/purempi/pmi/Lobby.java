package org.purempi.pmi;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.purempi.channel.Loopback;
import org.purempi.channel.PeerUser;

/**
 * Who has come through the door and is not a rank, or not yet. Everybody on this host may come in;
 * so their number is bounded, and so is how often they can guess. The server's thread only.
 */
final class Lobby {
  /** So many callers more than ranks are served may be in without having said who they are. */
  private static final int STRANGERS_BESIDE_RANKS = 64;

  /** So many more are let in before room is made: to look for it takes longer than to let in. */
  static final int SLACK = 32;

  /** So long somebody who has said a wrong number waits for the answer. */
  static final long PENANCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** While so many wait for it nobody else is let in. */
  static final int MOST_PENITENTS = 64;

  private static final int BACKLOG = 4096;

  /** Who said something wrong, and until when he waits. */
  private record Penitent(RankConnection connection, long untilNanos) {}

  /** Who had not introduced himself when last looked at, the eldest first. */
  private final ArrayDeque<RankConnection> strangers = new ArrayDeque<>();

  private final ArrayDeque<Penitent> penitents = new ArrayDeque<>();
  private final int most;

  /** Opens the door; who comes in is told by the selector. */
  static ServerSocketChannel openDoor(Selector selector) throws IOException {
    Loopback.require();
    var door = ServerSocketChannel.open();
    door.bind(new InetSocketAddress(Loopback.address(), 0), BACKLOG);
    door.configureBlocking(false);
    door.register(selector, SelectionKey.OP_ACCEPT);
    return door;
  }

  Lobby(int ranks) {
    most = STRANGERS_BESIDE_RANKS + ranks;
  }

  void enter(RankConnection connection) {
    strangers.add(connection);
  }

  /** Somebody has said a wrong number: he is told in a while. */
  void punish(RankConnection connection) {
    connection.ignore();
    strangers.remove(connection);
    penitents.add(new Penitent(connection, System.nanoTime() + PENANCE_NANOS));
  }

  boolean isFull() {
    return penitents.size() >= MOST_PENITENTS;
  }

  /** How long until {@link #forgive} has something to do, at least 1; 0 stands for ever. */
  long millis() {
    Penitent first = penitents.peek();
    return first == null
        ? 0
        : 1 + Math.max(0, TimeUnit.NANOSECONDS.toMillis(first.untilNanos - System.nanoTime()));
  }

  /** Lets those go who have waited long enough. */
  void forgive(Consumer<RankConnection> go) {
    long now = System.nanoTime();
    for (Penitent first = penitents.peek();
        first != null && now - first.untilNanos >= 0;
        first = penitents.peek()) {
      penitents.remove();
      go.accept(first.connection);
    }
  }

  /**
   * Where there are too many, those leave who are no process of our user, then those who have said
   * nothing for longest: the job needs the descriptors.
   *
   * @param hear serves what somebody has said by now
   * @param drop closes a connection
   */
  void makeRoom(Consumer<RankConnection> hear, Consumer<RankConnection> drop) throws IOException {
    if (strangers.size() <= most + SLACK) {
      return;
    }
    List.copyOf(strangers).forEach(hear);
    strangers.removeIf(c -> !c.isOpen() || c.expected() != RankConnection.NOBODY);
    if (strangers.size() > most) {
      List<RankConnection> all = new ArrayList<>(strangers);
      Iterator<RankConnection> one = all.iterator();
      for (PeerUser user : PeerUser.of(all.stream().map(RankConnection::channel).toList())) {
        RankConnection connection = one.next();
        if (user == PeerUser.OTHER) {
          strangers.remove(connection);
          drop.accept(connection);
        }
      }
    }
    while (strangers.size() > most) {
      drop.accept(strangers.remove());
    }
  }
}
