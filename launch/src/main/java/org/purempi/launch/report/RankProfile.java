package org.purempi.launch.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.purempi.record.Family;

/**
 * What one rank has added up. The lines of its file, whose parts are separated by tabs:
 *
 * <pre>
 *   rank    number  size of the world
 *   host    name  number
 *   span    nanoseconds between begin and end of MPI
 *   call    name  family  file:line  class.method  communicator  calls  nanoseconds  longest  bytes
 *   sent    peer in the world  messages  bytes
 *   waited  peer in the world  nanoseconds of this rank in receives from it
 *   dropped what  number
 * </pre>
 */
final class RankProfile {
  /** Calls of one name at one line on one communicator. */
  record Calls(
      String name,
      Family family,
      String place,
      String method,
      String communicator,
      long count,
      long nanos,
      long longest,
      long bytes) {}

  /** What was sent to one rank. */
  record Sent(long messages, long bytes) {}

  private final List<Calls> calls = new ArrayList<>();
  private final Map<Integer, Sent> sent = new TreeMap<>();
  private final Map<Integer, Long> waited = new TreeMap<>();
  private final List<String> notes = new ArrayList<>();
  private int rank = -1;
  private int size;
  private String host = "?";
  private long span;
  private int damaged;

  RankProfile(List<String> lines) {
    for (String line : lines) {
      try {
        read(line.split("\t", -1));
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        damaged++;
      }
    }
  }

  private void read(String[] parts) {
    switch (parts[0]) {
      case "rank" -> {
        size = Integer.parseInt(parts[2]);
        rank = Integer.parseInt(parts[1]);
      }
      case "host" -> host = parts[1];
      case "span" -> span = Long.parseLong(parts[1]);
      case "call" ->
          calls.add(
              new Calls(
                  parts[1],
                  Family.valueOf(parts[2]),
                  parts[3],
                  parts[4],
                  parts[5],
                  Long.parseLong(parts[6]),
                  Long.parseLong(parts[7]),
                  Long.parseLong(parts[8]),
                  Long.parseLong(parts[9])));
      case "sent" ->
          sent.put(
              Integer.parseInt(parts[1]),
              new Sent(Long.parseLong(parts[2]), Long.parseLong(parts[3])));
      case "waited" -> waited.put(Integer.parseInt(parts[1]), Long.parseLong(parts[2]));
      case "dropped" -> notes.add(parts[2] + " " + parts[1] + " were not counted");
      default -> {
        // A later version says more.
      }
    }
  }

  /** Its number; −1 if it is not told. */
  int rank() {
    return rank;
  }

  int size() {
    return size;
  }

  String host() {
    return host;
  }

  /** Nanoseconds between begin and end of MPI. */
  long span() {
    return span;
  }

  List<Calls> calls() {
    return calls;
  }

  /** By receiver. */
  Map<Integer, Sent> sent() {
    return sent;
  }

  /** Nanoseconds in receives, by sender. */
  Map<Integer, Long> waited() {
    return waited;
  }

  /** What its file says that is missing, or could not be understood. */
  List<String> notes() {
    var all = new ArrayList<>(notes);
    if (damaged > 0) {
      all.add(damaged + " damaged lines are left out");
    }
    return all;
  }

  /** Nanoseconds in calls. */
  long inMpi() {
    return calls.stream().mapToLong(Calls::nanos).sum();
  }
}
