package org.purempi.tool;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.tool.MessageState.Kind;
import org.purempi.tool.MessageState.Part;

/**
 * What one rank is doing: a block of a hang report.
 *
 * @param rank in the world
 * @param activity RUNNING, WAITING or ENDED
 * @param place where the rank's main thread is, if it does not wait; null if no line is known
 * @param waits the calls that wait
 * @param posted messages under way that no waiting call names: non-blocking operations
 * @param unexpected messages that no receive has taken, the oldest ones
 * @param unexpectedCount how many there are in all
 */
public record RankState(
    int rank,
    Activity activity,
    @Nullable StackTraceElement place,
    List<WaitState> waits,
    List<MessageState> posted,
    List<MessageState> unexpected,
    long unexpectedCount) {
  private static final int MOST_LINES = 8;
  private static final String INDENT = "  ";

  /** What a rank is about. */
  public enum Activity {
    /** It has not waited in MPI for long: it computes, or waits for something else. */
    RUNNING,
    /** A call waits. */
    WAITING,
    /** It has ended MPI. */
    ENDED,
    /** It did not answer: a thread keeps the library busy. */
    BUSY
  }

  /** Keeps copies that nobody changes. */
  public RankState {
    waits = List.copyOf(waits);
    posted = List.copyOf(posted);
    unexpected = List.copyOf(unexpected);
  }

  /** A rank that has ended MPI. */
  public static RankState ended(int rank) {
    return new RankState(rank, Activity.ENDED, null, List.of(), List.of(), List.of(), 0);
  }

  /** The longest wait; zero if none. */
  public Duration waited() {
    return waits.stream()
        .map(WaitState::duration)
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /** The block's lines, without the rank's number and the time: ranks may say the same. */
  public List<String> lines() {
    var lines = new ArrayList<String>();
    switch (activity) {
      case ENDED -> lines.add("has ended MPI (close)");
      case BUSY -> lines.add("did not answer: one of its threads is busy inside MPI" + at(place));
      case RUNNING -> lines.add("does not wait in MPI" + at(place));
      case WAITING -> waits.forEach(w -> addWait(lines, w));
    }
    addAll(lines, "posted: ", posted, posted.size());
    addAll(lines, "unexpected: ", unexpected, unexpectedCount);
    return lines;
  }

  private void addWait(List<String> lines, WaitState w) {
    String limited = w.limited() ? ", with a time limit" : "";
    lines.add("waits in " + w.call() + at(w.place()) + limited);
    List<MessageState> messages = w.messages();
    for (MessageState m : messages.subList(0, Math.min(MOST_LINES, messages.size()))) {
      lines.add(INDENT + m.text() + hint(m));
    }
    addRest(lines, INDENT, messages.size());
  }

  private static String at(@Nullable StackTraceElement place) {
    if (place == null) {
      return "";
    }
    String type = place.getClassName();
    String name = type.substring(type.lastIndexOf('.') + 1) + "." + place.getMethodName();
    String file = place.getFileName();
    return file == null ? " in " + name : " at " + file + ":" + place.getLineNumber() + " " + name;
  }

  private static void addAll(
      List<String> lines, String label, List<MessageState> messages, long count) {
    for (MessageState m : messages.subList(0, Math.min(MOST_LINES, messages.size()))) {
      lines.add(label + m.text());
    }
    addRest(lines, label, count);
  }

  private static void addRest(List<String> lines, String label, long count) {
    if (count > MOST_LINES) {
      lines.add(label + "and " + (count - MOST_LINES) + " more");
    }
  }

  /** A message that came and just misses the receive. */
  private String hint(MessageState wanted) {
    boolean wants = wanted.kind() == Kind.RECEIVE || wanted.kind() == Kind.PROBE;
    if (!wants || wanted.part() != Part.PROGRAM) {
      return "";
    }
    for (MessageState m : unexpected) {
      if (m.part() == Part.PROGRAM && m.peer() == wanted.peer() && m.tag() != wanted.tag()) {
        boolean same = m.communicator().equals(wanted.communicator());
        return " <- a message from there has tag "
            + m.tag()
            + (same ? "" : " and is on " + m.communicator());
      }
    }
    return "";
  }
}
