package org.purempi.channel;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

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

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String USERS = "Uid:";

  /** Real, effective, saved, and the one that counts for files and sockets. */
  private static final int COUNTS = 4;

  private static final long ROOT = 0;

  /** Whose process is at the other end of a connected channel. */
  public static PeerUser of(SocketChannel channel) throws IOException {
    return of(List.of(channel)).getFirst();
  }

  /**
   * Whose processes are at the other ends of these connections, in their order; one look at the
   * system's table for all. A channel that is closed is somebody else's.
   */
  public static List<PeerUser> of(Collection<SocketChannel> channels) throws IOException {
    long own = ownNumber();
    boolean isTold = own != KernelTable.Entry.NOBODY && KernelTable.isThere();
    List<String> names = new ArrayList<>();
    for (SocketChannel channel : channels) {
      names.add(otherEnd(channel));
    }
    Map<String, KernelTable.Entry> table =
        isTold ? KernelTable.read(new HashSet<>(names)) : Map.of();
    return names.stream()
        .map(name -> isTold ? of(table.getOrDefault(name, KernelTable.NOTHING), own) : UNTOLD)
        .toList();
  }

  private static PeerUser of(KernelTable.Entry entry, long own) {
    return entry.user() == own || entry.user() == ROOT ? OURS : OTHER;
  }

  /** How the table names the other process's end. */
  private static String otherEnd(SocketChannel channel) throws IOException {
    return channel.isOpen()
            && channel.getLocalAddress() instanceof InetSocketAddress here
            && channel.getRemoteAddress() instanceof InetSocketAddress there
        ? KernelTable.name(there, here)
        : "";
  }

  /** The number of the user that this process makes files as; negative if the system has none. */
  static long ownNumber() throws IOException {
    if (Files.isReadable(STATUS)) {
      for (String line : Files.readAllLines(STATUS, StandardCharsets.ISO_8859_1)) {
        String[] words = line.split("\\s+", -1);
        if (words[0].equals(USERS) && words.length > COUNTS) {
          return Long.parseLong(words[COUNTS]);
        }
      }
    }
    return KernelTable.Entry.NOBODY;
  }
}
