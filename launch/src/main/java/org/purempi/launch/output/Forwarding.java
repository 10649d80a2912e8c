package org.purempi.launch.output;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.output.Output.Stream;
import org.purempi.launch.text.UsageException;

/** Where the output of a job's processes goes: plain, labelled, merged, or into files. */
public final class Forwarding {
  private final OutputPlan plan;
  private final Output output;
  private final LineSink lines;
  private final @Nullable Merger merger;
  private final @Nullable RankFiles files;
  private final @Nullable PatternFiles patternFiles;
  private final @Nullable HeldFailures failures;
  private final boolean coloured;
  private final Map<Integer, Carrier> outs = new ConcurrentHashMap<>();
  private final Map<Integer, Carrier> errs = new ConcurrentHashMap<>();

  /** Whether nobody but {@code mayTalk} may write on standard error any more. */
  private boolean silenced;

  private @Nullable Integer mayTalk;

  /**
   * Forwards the output of a job as its plan says.
   *
   * @param coloured whether labels may have colours
   */
  public Forwarding(OutputPlan plan, Output output, boolean coloured) throws UsageException {
    this.plan = plan;
    this.output = output;
    this.coloured = (plan.label() != null || plan.merge()) && coloured;
    this.merger = plan.merge() ? new Merger(output, plan, coloured) : null;
    this.files =
        plan.directory() == null ? null : new RankFiles(plan.directory(), plan.ranks(), output);
    boolean patterns = plan.outPattern() != null || plan.errPattern() != null;
    this.patternFiles = patterns ? new PatternFiles(plan, output) : null;
    this.lines =
        files != null
            ? files
            : patternFiles != null ? patternFiles : merger != null ? merger : output;
    // Files keep apart what ranks say, and one JVM of many ranks says it once.
    boolean together = files == null && patternFiles == null && !plan.together();
    this.failures = together ? new HeldFailures(lines, plan.ranks()) : null;
  }

  /** For one stream of one process; always the same. */
  public synchronized Carrier carrier(int process, Stream stream) {
    Map<Integer, Carrier> carriers = stream == Stream.OUT ? outs : errs;
    Carrier carrier = carriers.computeIfAbsent(process, number -> make(number, stream));
    if (stream == Stream.ERR) {
      silence(process, carrier);
    }
    return carrier;
  }

  /** Drops what other processes write on standard error from now on. */
  public synchronized void silenceErrors(@Nullable Integer exceptOf) {
    silenced = true;
    mayTalk = exceptOf;
    errs.forEach(this::silence);
  }

  /**
   * Passes on what this process said when it failed, of all that failed with it; waits for whoever
   * reads standard error.
   */
  public void judge(@Nullable Integer culprit) {
    if (failures != null) {
      failures.judge(culprit);
    }
  }

  /** From now on nobody is heard who says that it fails. */
  public void dismissFailures() {
    if (failures != null) {
      failures.dismiss();
    }
  }

  private void silence(Integer process, Carrier carrier) {
    if (silenced && !process.equals(mayTalk)) {
      carrier.silence();
    }
  }

  /** Shows questions that ranks have left open on their line. */
  public void showOpenLines() {
    outs.values().forEach(Carrier::showOpenLine);
    errs.values().forEach(Carrier::showOpenLine);
  }

  private Carrier make(int process, Stream stream) {
    if (!plan.together()) {
      return forwarder(process, stream);
    }
    List<LineForwarder> ranks = new ArrayList<>();
    for (int rank = 0; rank < plan.ranks(); rank++) {
      ranks.add(forwarder(rank, stream));
    }
    return new Demultiplexer(ranks, new LineForwarder(output, stream, 0, ""));
  }

  private LineForwarder forwarder(int rank, Stream stream) {
    OutputPattern pattern = plan.label();
    boolean labelled = lines == output || lines == patternFiles;
    String text =
        pattern != null && labelled ? pattern.of(rank, plan.world(), plan.placement()) : "";
    String label = lines == output ? Labels.painted(text, rank, coloured) : text;
    Stream whose = plan.joined() ? Stream.OUT : stream;
    LineSink to = failures != null && whose == Stream.ERR ? failures : lines;
    return new LineForwarder(to, whose, rank, label);
  }

  /** The clock that prints merged lines when nobody else joins them; null if there is none. */
  public @Nullable Runnable clock() {
    Merger m = merger;
    return m == null
        ? null
        : () -> {
          try {
            m.tick();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
  }

  /** Whether a question that a rank leaves open on its line can be shown. */
  public boolean showsOpenLines() {
    return lines == output;
  }

  /** Everything has been carried, or whoever still carries is not waited for any more. */
  public void finish() throws IOException {
    outs.values().forEach(Carrier::finish);
    errs.values().forEach(Carrier::finish);
    if (failures != null) {
      failures.judge(null);
    }
    if (merger != null) {
      merger.finish();
    }
    if (files != null) {
      files.close();
    }
    if (patternFiles != null) {
      patternFiles.close();
    }
  }
}
