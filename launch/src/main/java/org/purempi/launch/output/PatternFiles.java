package org.purempi.launch.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.output.Output.Stream;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.UsageException;
import org.purempi.os.PrivateFiles;

/**
 * Files named by patterns ({@code -outfile-pattern}, {@code -errfile-pattern}): ranks whose names
 * are the same share a file, a line at a time; a stream without a pattern goes to our own.
 */
final class PatternFiles implements LineSink {
  private final Output output;
  private final Map<Path, OutputStream> files = new TreeMap<>();
  private final List<@Nullable OutputStream> outs;
  private final List<@Nullable OutputStream> errs;

  /** Makes the files that a plan names. */
  PatternFiles(OutputPlan plan, Output output) throws UsageException {
    this.output = output;
    this.outs = open("-outfile-pattern", plan.outPattern(), plan);
    this.errs = open("-errfile-pattern", plan.errPattern(), plan);
  }

  private List<@Nullable OutputStream> open(
      String option, @Nullable OutputPattern pattern, OutputPlan plan) throws UsageException {
    var streams = new ArrayList<@Nullable OutputStream>();
    for (int rank = 0; rank < plan.ranks(); rank++) {
      OutputStream stream = null;
      if (pattern != null) {
        String name = pattern.of(rank, plan.world(), plan.placement());
        Path file = OptionChecks.path(option, name).toAbsolutePath();
        stream = files.get(file);
        try {
          stream = stream == null ? PrivateFiles.output(file, false) : stream;
        } catch (IOException e) {
          throw new UsageException(option + " " + file + ": cannot be written: " + e, e);
        }
        files.put(file, stream);
      }
      streams.add(stream);
    }
    return streams;
  }

  @Override
  public void write(LineForwarder from, Stream stream, byte[] bytes, int length, boolean ended) {
    OutputStream file = (stream == Stream.OUT ? outs : errs).get(from.rank());
    if (file == null) {
      output.write(from, stream, bytes, length, ended);
      return;
    }
    output.activity().begin();
    synchronized (this) {
      try {
        file.write(bytes, 0, length);
      } catch (IOException e) {
        String option = stream == Stream.OUT ? "-outfile-pattern" : "-errfile-pattern";
        output.lose(option + ": a file cannot be written any more: " + e.getMessage());
      } finally {
        output.activity().end();
      }
    }
  }

  /** Closes the files; what was written is there even without it. */
  void close() throws IOException {
    for (OutputStream file : files.values()) {
      file.close();
    }
  }
}
