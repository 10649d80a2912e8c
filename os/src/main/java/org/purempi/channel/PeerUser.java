package org.purempi.channel;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.purempi.os.User;

/**
 * Whose process is at the other end of a connection within this host. Every user of a host can call
 * at its loopback interface; the kernel tells who did. Any thread.
 */
public enum PeerUser {
  /** A process of this process's user, or of root, who may do everything anyway. */
  OURS,

  /** Somebody else's, or one that has closed its end: nobody knows any more whose it was. */
  OTHER,

  /** This system does not tell. */
  UNTOLD;

  private static final long ROOT = 0;
  private static final int LOOKS = 2;

  /** Whose process is at the other end of a connected channel. */
  public static PeerUser of(SocketChannel channel) throws IOException {
    return of(List.of(channel)).getFirst();
  }

  /**
   * Whose processes are at the other ends of these connections, in their order; one look at the
   * system's table for all. A channel that is closed is somebody else's.
   */
  public static List<PeerUser> of(Collection<SocketChannel> channels) throws IOException {
    List<String> names = new ArrayList<>();
    for (SocketChannel channel : channels) {
      names.add(otherEnd(channel));
    }
    return KernelTable.isThere()
        ? ofNames(names, KernelTable::read)
        : Collections.nCopies(names.size(), UNTOLD);
  }

  /** One look at the system's table. */
  interface Look {
    /** What it says of these connections; those that it does not have are not in the answer. */
    Map<String, KernelTable.Entry> at(Set<String> names) throws IOException;
  }

  /**
   * Nobody is somebody else's by one look: of a table that changes while it is read, a line can be
   * missed.
   */
  static List<PeerUser> ofNames(List<String> names, Look look) throws IOException {
    var ours = new HashSet<String>();
    var others = new HashSet<>(names);
    for (int i = 0; i < LOOKS && !others.isEmpty(); i++) {
      for (var line : look.at(others).entrySet()) {
        if (isOurs(line.getValue())) {
          ours.add(line.getKey());
        }
      }
      others.removeAll(ours);
    }
    return names.stream().map(name -> ours.contains(name) ? OURS : OTHER).toList();
  }

  private static boolean isOurs(KernelTable.Entry entry) {
    return entry.user() == Integer.toUnsignedLong(User.id()) || entry.user() == ROOT;
  }

  /** How the table names the other process's end. */
  private static String otherEnd(SocketChannel channel) throws IOException {
    return channel.isOpen()
            && channel.getLocalAddress() instanceof InetSocketAddress here
            && channel.getRemoteAddress() instanceof InetSocketAddress there
        ? KernelTable.name(there, here)
        : "";
  }
}
