package org.purempi.transport.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.purempi.channel.KernelTable;

/**
 * Notices a peer whose system confirms nothing any more of what was sent to it: the system itself
 * would go on trying for a quarter of an hour. (Of connections on which all was confirmed, {@link
 * org.purempi.channel.KeepAlive} asks.) A peer that lives but does not read confirms that, too.
 * Belongs to the connection manager's thread; where the system tells nothing of its connections, it
 * notices nothing.
 */
final class Silence {
  static final long LOOK_MILLIS = 5000;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);

  /** Networks lose packets; fewer are no silence, however long the system waits between them. */
  private static final int LEAST_TRIES = 3;

  private static final int UNKNOWN = -1;

  /**
   * What has gone over a connection so far.
   *
   * @param heard how often something came
   * @param said how often something was sent
   */
  record Pulse(Connection connection, int heard, int said) {}

  private static final class Suspect {
    final String name;
    int heard = UNKNOWN;

    /** All that had been said then was confirmed. */
    int confirmed = UNKNOWN;

    /** When it was first seen to owe an answer; 0: it does not. */
    long sinceNanos;

    KernelTable.Entry last = KernelTable.NOTHING;

    Suspect(String name) {
      this.name = name;
    }
  }

  private final Map<Connection, Suspect> suspects = new HashMap<>();
  private long nextNanos = System.nanoTime();

  /** Looks at all connections, if it is time; answers those whose other side is silent. */
  List<Connection> look(Supplier<List<Pulse>> connections, long nowNanos) {
    if (nowNanos - nextNanos < 0) {
      return List.of();
    }
    nextNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);
    List<Pulse> all = connections.get();
    suspects.keySet().retainAll(all.stream().map(Pulse::connection).toList());
    var asked = new HashMap<String, Pulse>();
    try {
      for (Pulse pulse : all) {
        Suspect suspect = suspect(pulse.connection);
        if (pulse.heard != suspect.heard) {
          suspect.heard = pulse.heard;
          suspect.confirmed = UNKNOWN;
          suspect.sinceNanos = 0;
        } else if (pulse.said != suspect.confirmed) {
          asked.put(suspect.name, pulse);
        }
      }
      return asked.isEmpty() ? List.of() : silent(asked, nowNanos);
    } catch (IOException e) {
      return List.of(); // one has just been closed, or no file can be opened: another time
    }
  }

  private List<Connection> silent(Map<String, Pulse> asked, long nowNanos) throws IOException {
    Map<String, KernelTable.Entry> table = KernelTable.read(asked.keySet());
    var silent = new ArrayList<Connection>();
    for (var one : asked.entrySet()) {
      KernelTable.Entry entry = table.getOrDefault(one.getKey(), KernelTable.NOTHING);
      if (isSilent(one.getValue(), entry, nowNanos)) {
        silent.add(one.getValue().connection);
      }
    }
    return silent;
  }

  private Suspect suspect(Connection connection) throws IOException {
    Suspect known = suspects.get(connection);
    if (known == null) {
      var channel = connection.pipe().channel();
      known =
          new Suspect(
              KernelTable.name(
                  (InetSocketAddress) channel.getLocalAddress(),
                  (InetSocketAddress) channel.getRemoteAddress()));
      suspects.put(connection, known);
    }
    return known;
  }

  private boolean isSilent(Pulse pulse, KernelTable.Entry entry, long nowNanos) throws IOException {
    Suspect suspect = suspect(pulse.connection);
    KernelTable.Entry before = suspect.last;
    suspect.last = entry;
    if (!entry.isUnanswered()) {
      suspect.sinceNanos = 0;
      suspect.confirmed = entry.unacknowledged() == 0 ? pulse.said : UNKNOWN;
      return false;
    }
    boolean hasAnswered =
        entry.unacknowledged() < before.unacknowledged() || entry.tries() < before.tries();
    if (suspect.sinceNanos == 0 || hasAnswered) {
      suspect.sinceNanos = nowNanos;
    }
    boolean isLong = nowNanos - suspect.sinceNanos >= PATIENCE_NANOS;
    return isLong && entry.tries() >= LEAST_TRIES;
  }
}
