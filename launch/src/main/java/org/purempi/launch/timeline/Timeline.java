package org.purempi.launch.timeline;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.purempi.launch.calls.Messages;
import org.purempi.launch.calls.Recording;
import org.purempi.launch.calls.WorstWaits;
import org.purempi.launch.text.Quantities;

/** Makes a timeline of what the ranks of a job have left in a folder. */
public final class Timeline {
  /** The page. */
  public static final String PAGE = "timeline.html";

  /** For Perfetto and Chrome. */
  public static final String PERFETTO = "perfetto.json";

  /** Messages and bytes of each pair of ranks. */
  public static final String MESSAGES = "messages.csv";

  /** Up to so many records the file for Perfetto is made without being asked for. */
  private static final long FEW_RECORDS = 200_000;

  /** What merging needs of the heap for each record, at worst. */
  private static final int HEAP_OF_RECORD = 40;

  private static final int WORST = 3;

  /**
   * What was made.
   *
   * @param page the file
   * @param summary how much is in it
   * @param worst sentences about the worst waits, the worst first
   * @param notes what is missing or damaged
   */
  public record Made(Path page, String summary, List<String> worst, List<String> notes) {
    /** Keeps copies. */
    public Made {
      worst = List.copyOf(worst);
      notes = List.copyOf(notes);
    }
  }

  private Timeline() {}

  /**
   * Reads a folder and writes the files into it.
   *
   * @param perfetto whether to write the file for Perfetto, however long it is
   * @throws IOException if there is nothing that can be read, or the files cannot be written: its
   *     message says what and why
   */
  public static Made make(Path folder, boolean perfetto) throws IOException {
    try (var recording = new Recording(folder)) {
      long records = recording.count();
      long most = Runtime.getRuntime().maxMemory() / HEAP_OF_RECORD;
      if (records > most) {
        throw new IOException(
            "%s: %d calls are too many for %s of memory; merge it with more: purempi trace"
                .formatted(folder, records, Quantities.bytes(Runtime.getRuntime().maxMemory())));
      }
      var messages = new Messages(recording);
      var waits = new WorstWaits(recording, messages);
      var notes = new ArrayList<>(recording.notes());
      if (messages.backwardsNanos() > 0) {
        notes.add(
            "some messages seem to come up to %s before they were sent: so well do the clocks agree"
                .formatted(Quantities.time(messages.backwardsNanos())));
      }
      Path name = folder.toAbsolutePath().normalize().getFileName();
      Path page = folder.resolve(PAGE);
      new Page(recording, messages, waits, notes).write(page, name == null ? "/" : name.toString());
      Traffic.write(recording, folder.resolve(MESSAGES));
      if (perfetto || records <= FEW_RECORDS) {
        new Perfetto(recording, messages, waits.waits()).write(folder.resolve(PERFETTO));
      }
      String summary =
          "%d ranks, %s, %d calls, %d messages"
              .formatted(
                  recording.size(), Quantities.time(recording.end()), records, messages.matched());
      return new Made(
          page,
          summary,
          waits.sentences(WORST).stream().map(WorstWaits.Sentence::text).toList(),
          notes);
    }
  }
}
