package org.purempi.launch.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.purempi.launch.output.Output.Stream;
import org.purempi.launch.text.UsageException;
import org.purempi.os.PrivateFiles;

/** A folder with a file for each stream of each rank: {@code rank-0.out}, {@code rank-0.err}. */
final class RankFiles implements LineSink {
  private final Output output;
  private final List<OutputStream> files = new ArrayList<>();

  /**
   * Makes the folder and the files.
   *
   * @param output told when a file takes no more
   */
  RankFiles(Path folder, int size, Output output) throws UsageException {
    this.output = output;
    int digits = Integer.toString(size - 1).length();
    try {
      PrivateFiles.outputFolder(folder);
      for (int rank = 0; rank < size; rank++) {
        String name = ("rank-%0" + digits + "d").formatted(rank);
        files.add(PrivateFiles.output(folder.resolve(name + ".out"), false));
        files.add(PrivateFiles.output(folder.resolve(name + ".err"), false));
      }
    } catch (IOException e) {
      throw new UsageException("-output-dir " + folder + ": cannot be written: " + e, e);
    }
  }

  @Override
  public void write(LineForwarder from, Stream stream, byte[] bytes, int length, boolean ended) {
    output.activity().begin();
    try {
      files.get(2 * from.rank() + (stream == Stream.OUT ? 0 : 1)).write(bytes, 0, length);
    } catch (IOException e) {
      output.lose("-output-dir: a file cannot be written any more: " + e.getMessage());
    } finally {
      output.activity().end();
    }
  }

  /** Closes the files; what was written is there even without it. */
  void close() throws IOException {
    for (OutputStream file : files) {
      file.close();
    }
  }
}
