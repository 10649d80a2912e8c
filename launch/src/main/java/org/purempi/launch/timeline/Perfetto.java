package org.purempi.launch.timeline;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.purempi.launch.calls.Messages;
import org.purempi.launch.calls.RankCalls;
import org.purempi.launch.calls.Recording;
import org.purempi.launch.calls.WaitKind;
import org.purempi.launch.calls.Waits;
import org.purempi.launch.text.PageText;
import org.purempi.record.CallRecord;
import org.purempi.record.Family;

/**
 * Writes the calls in the JSON that Perfetto and Chrome read (Trace Event Format): a process for
 * each rank, its threads in it, and an arrow for each message.
 */
final class Perfetto {
  private static final double MICRO = 1000;

  /** So many other records lie between a message and the call that learns of it, at most. */
  private static final int MOST_BETWEEN = 256;

  private final Recording recording;
  private final Messages messages;
  private final Waits waits;
  private long arrows;

  Perfetto(Recording recording, Messages messages, Waits waits) {
    this.recording = recording;
    this.messages = messages;
    this.waits = waits;
  }

  void write(Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
      String comma = "";
      for (RankCalls rank : recording.ranks()) {
        String name = "rank " + rank.rank() + " (" + rank.host() + ")";
        out.write(comma + name(rank, "process_name", 0, name));
        comma = ",\n";
        for (var thread : rank.threads().entrySet()) {
          out.write(comma + name(rank, "thread_name", thread.getKey(), thread.getValue()));
        }
        for (int i = 0; i < rank.count(); i++) {
          CallRecord call = rank.get(i);
          if (call != null) {
            write(out, rank, i, call);
          }
        }
      }
      out.write("\n]}\n");
    }
  }

  private static String name(RankCalls rank, String what, int thread, String name) {
    return "{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":%s}}"
        .formatted(what, rank.rank(), thread, PageText.json(name));
  }

  private void write(Writer out, RankCalls rank, int index, CallRecord call) throws IOException {
    Family family = rank.family(call);
    if (RankEvents.isCall(family)) {
      var text = new StringBuilder(",\n{\"ph\":\"X\"");
      text.append(",\"name\":").append(PageText.json(recording.names().call(call.what()).name()));
      text.append(",\"cat\":\"").append(family).append('"');
      place(text, rank, call, call.begin());
      text.append(",\"dur\":").append(micros(call.end() - call.begin()));
      text.append(",\"args\":{");
      arguments(text, rank, index, call);
      out.append(text.append("}}"));
    }
    int partner = messages.partner(rank.rank(), index);
    RankCalls sender = partner < 0 ? null : recording.rank(call.peer());
    boolean receives = family != Family.SEND && family != Family.SENT;
    CallRecord send = sender == null || !receives ? null : sender.get(partner);
    if (sender != null && send != null) {
      arrows++;
      long end = Math.max(call.begin(), call.end() - 1);
      out.append(arrow("s\"", sender, send, send.begin()));
      out.append(arrow("f\",\"bp\":\"e\"", rank, learning(rank, index, call), end));
    }
  }

  /** The call in which the program has learnt of a message: the receive, or a later wait for it. */
  private static CallRecord learning(RankCalls rank, int index, CallRecord receive) {
    int last = Math.min(rank.count(), index + MOST_BETWEEN);
    for (int i = index; rank.family(receive) == Family.RECEIVED && i < last; i++) {
      CallRecord call = rank.get(i);
      if (call != null
          && rank.family(call) == Family.WAIT
          && call.begin() <= receive.end()
          && call.end() >= receive.end()) {
        return call;
      }
    }
    return receive;
  }

  private String arrow(String phase, RankCalls rank, CallRecord call, long when) {
    var text = new StringBuilder(",\n{\"ph\":\"").append(phase);
    text.append(",\"name\":\"message\",\"cat\":\"message\",\"id\":").append(arrows);
    place(text, rank, call, when);
    return text.append('}').toString();
  }

  private static void place(StringBuilder text, RankCalls rank, CallRecord call, long when) {
    text.append(",\"pid\":").append(rank.rank()).append(",\"tid\":").append(call.thread());
    text.append(",\"ts\":").append(micros(when));
  }

  /** Microseconds, to the nanosecond. */
  private static String micros(long nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / MICRO);
  }

  private void arguments(StringBuilder text, RankCalls rank, int index, CallRecord call) {
    var line = recording.names().line(call.site());
    text.append("\"line\":").append(PageText.json(line.place()));
    text.append(",\"method\":").append(PageText.json(line.method()));
    if (call.communicator() >= 0) {
      String name = recording.names().group(call.communicator()).name();
      text.append(",\"communicator\":").append(PageText.json(name));
    }
    if (call.peer() >= 0) {
      text.append(",\"peer\":").append(call.peer()).append(",\"tag\":").append(call.tag());
    }
    if (call.bytes() >= 0) {
      text.append(",\"bytes\":").append(call.bytes());
    }
    WaitKind kind = waits.kind(rank.rank(), index);
    if (kind != WaitKind.NONE) {
      text.append(",\"wait\":").append(PageText.json(kind.title()));
      text.append(",\"waited_us\":").append(micros(waits.nanos(rank.rank(), index)));
      text.append(",\"waited_for\":").append(waits.culprit(rank.rank(), index));
    }
  }
}
