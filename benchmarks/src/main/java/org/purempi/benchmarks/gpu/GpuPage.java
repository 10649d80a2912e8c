package org.purempi.benchmarks.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import org.purempi.benchmarks.gpu.Results.Figure;

/** The page of a run, in Markdown. */
final class GpuPage {
  /** What is shorter is mostly the time of the calls. */
  private static final long LONG_BYTES = 1 << 20;

  private static final double SHARE_OF_COPY = 0.8;
  private static final double SHARE_OF_SLOWER = 0.7;
  private static final double MOST_COPIES = 3;

  private static final String NONE = "–";
  private static final String STAGED_BY_DEFAULT = Job.STAGED + Job.DEFAULT_PIECE;

  private final Results results;
  private final Scale scale;
  private final StringBuilder page = new StringBuilder();

  GpuPage(Results results, Scale scale) {
    this.results = results;
    this.scale = scale;
  }

  /** All of it. */
  String text() {
    line(
        scale.isBrief()
            ? "# No measurement: a brief run on " + device()
            : "# Buffers on " + device());
    line("");
    if (scale.isBrief()) {
      line(
          "It shows that the script runs, and how its page looks. The times say nothing of a GPU.");
    }
    line(
        "`benchmarks/gpu%s`: two processes, one device. Times are microseconds: the median, and the"
                .formatted(scale.isMock() ? " --mock" : scale.isBrief() ? " --brief" : "")
            + " lowest in brackets.");
    line("The floor is the driver's own copy: no other MPI library with CUDA ran beside.");
    line("");
    results.facts().forEach((name, words) -> line("* " + name + ": " + words));
    demands();
    answers();
    table("Copies alone", "copy.", "copy.");
    line(
        "d2h: device to host, h2d: host to device, d2d: on the device. Each is begun and waited"
            + " for.");
    table("Messages, half the way to and fro", "message.", "message.");
    line(
        "ipc: the receiver copies out of the sender's memory, at every length. staged: through the"
            + " host, in pieces of so many bytes.");
    layouts();
    table("Allreduce of floats", "allreduce.", "allreduce.");
    line(
        "device: it combines the numbers, at every length. host: it gets a copy, and the result"
            + " goes back.");
    defaults();
    return page.toString();
  }

  private String device() {
    return scale.isMock()
        ? "a device that is none"
        : results.facts().getOrDefault(Results.DEVICE, "an unknown device");
  }

  private void line(String text) {
    page.append(text).append('\n');
  }

  private void heading(String text) {
    line("");
    line("## " + text);
    line("");
  }

  // ---- What is asked for

  private void demands() {
    heading("What is asked for");
    line("| what | length | copies alone | message | ratio | asked for | |");
    line("|---|---|---|---|---|---|---|");
    for (long bytes : results.series(Copies.ON_DEVICE).keySet()) {
      if (bytes >= (scale.isBrief() ? LONG_BYTES : 16 * LONG_BYTES)) {
        share(
            "by IPC, to a copy on the device", Job.DIRECT, bytes, SHARE_OF_COPY, Copies.ON_DEVICE);
        share(
            "staged, to the slower of the two copies",
            STAGED_BY_DEFAULT,
            bytes,
            SHARE_OF_SLOWER,
            Copies.TO_HOST,
            Copies.FROM_HOST);
      }
    }
    times("8 bytes, to the two copies", Long.BYTES);
  }

  /** How many times as long as the two copies a message takes. */
  private void times(String what, long bytes) {
    OptionalDouble out = results.median(Copies.TO_HOST, bytes);
    OptionalDouble in = results.median(Copies.FROM_HOST, bytes);
    OptionalDouble message = results.median(Job.AS_IT_IS, bytes);
    String asked = "≤ " + number(MOST_COPIES);
    if (out.isEmpty() || in.isEmpty() || message.isEmpty()) {
      row(what, Lengths.words(bytes), NONE, NONE, NONE, asked, "not measured");
      return;
    }
    double copies = out.getAsDouble() + in.getAsDouble();
    double times = message.getAsDouble() / copies;
    verdict(what, bytes, copies, message.getAsDouble(), times, asked, times <= MOST_COPIES);
  }

  /** The rate of a message as a share of that of the slowest of some copies. */
  private void share(String what, String series, long bytes, double least, String... copies) {
    double slowest = 0;
    for (String copy : copies) {
      slowest = Math.max(slowest, results.median(copy, bytes).orElse(0));
    }
    OptionalDouble message = results.median(series, bytes);
    String asked = "≥ " + number(least);
    if (message.isEmpty()) {
      row(what, Lengths.words(bytes), micros(slowest), NONE, NONE, asked, "not measured");
      return;
    }
    double share = slowest / message.getAsDouble();
    verdict(what, bytes, slowest, message.getAsDouble(), share, asked, share >= least);
  }

  private void verdict(
      String what,
      long bytes,
      double copies,
      double message,
      double ratio,
      String asked,
      boolean isReached) {
    row(
        what,
        Lengths.words(bytes),
        micros(copies),
        micros(message),
        number(ratio),
        asked,
        isReached ? "reached" : "**not reached**");
  }

  private void answers() {
    heading("Are the answers right");
    int all = results.checked().values().stream().mapToInt(n -> n).sum();
    line(
        all
            + " were looked at, against the same calls on the host; "
            + results.wrong().size()
            + " things went wrong.");
    line("");
    line("| way | looked at |");
    line("|---|---|");
    results.checked().forEach((name, count) -> row(name, count.toString()));
    if (!results.wrong().isEmpty()) {
      line("");
      results.wrong().forEach(what -> line("* **wrong**: " + what.replace('|', '/')));
    }
  }

  // ---- Figures

  private void table(String title, String prefix, String dropped) {
    heading(title);
    List<String> names = results.names(prefix);
    SortedSet<Long> lengths = new TreeSet<>();
    names.forEach(name -> lengths.addAll(results.series(name).keySet()));
    List<String> head = new ArrayList<>(List.of("length"));
    names.forEach(name -> head.add(inWords(name.substring(dropped.length()))));
    row(head.toArray(String[]::new));
    line("|" + "---|".repeat(head.size()));
    for (long bytes : lengths) {
      List<String> cells = new ArrayList<>(List.of(Lengths.words(bytes)));
      names.forEach(name -> cells.add(cell(results.figure(name, bytes))));
      row(cells.toArray(String[]::new));
    }
    line("");
  }

  /** A series of pieces by their length. */
  private static String inWords(String name) {
    int at = name.lastIndexOf('.');
    String last = name.substring(at + 1);
    return last.matches("\\d+")
        ? name.substring(0, at).replace('.', ' ') + " " + Lengths.words(Long.parseLong(last))
        : name.replace('.', ' ');
  }

  private void layouts() {
    heading("Data with gaps, half the way to and fro");
    line(
        "| data | bytes | packed on the device | piece by piece | all of it on the host, by the"
            + " program |");
    line("|---|---|---|---|---|");
    for (String name : results.names(Layouts.PACKED + ".")) {
      String shape = name.substring(name.indexOf('.'));
      results
          .series(name)
          .forEach(
              (bytes, figure) ->
                  row(
                      shape.substring(1).replace('_', ' '),
                      Lengths.words(bytes),
                      cell(Optional.of(figure)),
                      cell(results.figure(Layouts.PIECES + shape, bytes)),
                      cell(results.figure(Layouts.BY_HAND + shape, bytes))));
    }
  }

  // ---- What follows

  private void defaults() {
    heading("Where one way overtakes another here");
    line("| setting | by these figures |");
    line("|---|---|");
    row("`purempi.device.direct.from`", from(results.overtakes(STAGED_BY_DEFAULT, Job.DIRECT)));
    Optional<String> fastest = results.fastest(results.names(Job.STAGED), LONG_BYTES);
    row(
        "`purempi.device.piece`",
        fastest
            .map(name -> Lengths.words(Long.parseLong(name.substring(Job.STAGED.length()))))
            .orElse("not measured"));
    row(
        "`purempi.device.reduce.from`",
        from(results.overtakes(Job.REDUCED_HERE, Job.REDUCED_THERE)));
  }

  private static String from(OptionalLong bytes) {
    return bytes.isPresent()
        ? Lengths.words(bytes.getAsLong())
        : "never, up to the greatest length";
  }

  private void row(String... cells) {
    line("| " + String.join(" | ", cells) + " |");
  }

  private static String cell(Optional<Figure> figure) {
    return figure.map(f -> micros(f.median()) + " (" + micros(f.lowest()) + ")").orElse(NONE);
  }

  private static String micros(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
