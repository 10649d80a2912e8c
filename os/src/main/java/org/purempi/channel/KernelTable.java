package org.purempi.channel;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What Linux tells of its TCP connections: how much is not acknowledged, how often it asked, and
 * whose they are. Any thread.
 */
public final class KernelTable {
  private static final List<String> FILES = List.of("/proc/self/net/tcp", "/proc/self/net/tcp6");
  private static final int ADDRESS_BYTES = 4;
  private static final String MAPPED = "0".repeat(16) + word(0x0000ffff);

  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int QUEUES = 4;
  private static final int TIMER = 5;
  private static final int RETRANSMISSIONS = 6;
  private static final int USER = 7;
  private static final int PROBES = 8;
  private static final int INODE = 9;
  private static final String RETRANSMITS = "01";
  private static final String PROBES_WINDOW = "04";
  private static final int HEX = 16;

  /** Of a connection of which nothing is known. */
  public static final Entry NOTHING = new Entry(0, 0, Entry.NOBODY);

  private KernelTable() {}

  /**
   * One connection.
   *
   * @param unacknowledged how many bytes the other side has not confirmed
   * @param tries how often it was asked since it last said anything
   * @param user the number of the user whose process has it open; {@link #NOBODY} if none has
   */
  public record Entry(long unacknowledged, int tries, long user) {
    /** The process that had it has closed it, or has ended. */
    public static final long NOBODY = -1;

    /** Whether it owes an answer. */
    public boolean isUnanswered() {
      return unacknowledged > 0 && tries > 0;
    }
  }

  /** How the table names a connection. */
  public static String name(InetSocketAddress local, InetSocketAddress remote) {
    return name(local) + " " + name(remote);
  }

  /** As in the table of IPv6, where those of IPv4 are as well. */
  private static String name(InetSocketAddress end) {
    byte[] address = end.getAddress().getAddress();
    var text = new StringBuilder(address.length == ADDRESS_BYTES ? MAPPED : "");
    for (int at = 0; at < address.length; at += ADDRESS_BYTES) {
      text.append(word(ByteBuffer.wrap(address).getInt(at)));
    }
    return text.append(':').append("%04X".formatted(end.getPort())).toString();
  }

  /** Four bytes of an address, as this machine reads them as a number. */
  private static String word(int bigEndian) {
    boolean isLittle = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    return "%08X".formatted(isLittle ? Integer.reverseBytes(bigEndian) : bigEndian);
  }

  /** Whether this system has such a table. */
  static boolean isThere() {
    return Files.isReadable(Path.of(FILES.getFirst()));
  }

  /**
   * Looks for these connections; those that are not found are not in the answer.
   *
   * @param names as {@link #name} gives them
   */
  public static Map<String, Entry> read(Set<String> names) throws IOException {
    var found = new HashMap<String, Entry>();
    for (String file : FILES) {
      Path path = Path.of(file);
      if (Files.exists(path)) {
        read(Files.readAllLines(path, StandardCharsets.US_ASCII), names, found);
      }
    }
    return found;
  }

  /**
   * Whether the other side's system has let so many questions about what it was sent go unanswered;
   * false where nothing is known of the connection, or it has been closed.
   */
  public static boolean isUnanswered(SocketChannel channel, int tries) {
    try {
      String name =
          name(
              (InetSocketAddress) channel.getLocalAddress(),
              (InetSocketAddress) channel.getRemoteAddress());
      Entry entry = read(Set.of(name)).getOrDefault(name, NOTHING);
      return entry.isUnanswered() && entry.tries() >= tries;
    } catch (IOException e) {
      return false; // it has just been closed, or no file can be opened
    }
  }

  static void read(List<String> lines, Set<String> names, Map<String, Entry> found) {
    for (String line : lines) {
      String[] words = line.strip().split("\\s+", -1);
      if (words.length > INODE && words[LOCAL].indexOf(':') > 0) {
        String name = wide(words[LOCAL]) + " " + wide(words[REMOTE]);
        if (names.contains(name)) {
          found.put(name, entry(words));
        }
      }
    }
  }

  private static String wide(String end) {
    int narrow = 2 * ADDRESS_BYTES;
    String upper = end.toUpperCase(Locale.ROOT);
    return upper.indexOf(':') == narrow ? MAPPED + upper : upper;
  }

  private static Entry entry(String[] words) {
    long queue = Long.parseLong(words[QUEUES].substring(0, words[QUEUES].indexOf(':')), HEX);
    int tries =
        switch (words[TIMER].substring(0, words[TIMER].indexOf(':'))) {
          case RETRANSMITS -> Integer.parseInt(words[RETRANSMISSIONS], HEX);
          case PROBES_WINDOW -> Integer.parseInt(words[PROBES]);
          default -> 0;
        };
    // What nobody has open any more has no inode, and says it is root's.
    boolean isOpen = !words[INODE].equals("0");
    return new Entry(queue, tries, isOpen ? Long.parseLong(words[USER]) : Entry.NOBODY);
  }
}
