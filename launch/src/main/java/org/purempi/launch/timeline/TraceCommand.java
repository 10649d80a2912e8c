package org.purempi.launch.timeline;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code purempi trace FOLDER}: makes a timeline of what {@code mpiexec -trace} has left there. */
public final class TraceCommand {
  private static final int USAGE = 2;
  private static final int FAILURE = 1;
  private static final String CALL =
      "usage: purempi trace [-perfetto] FOLDER   (what mpiexec -trace=FOLDER has left there)";

  private TraceCommand() {}

  /**
   * Does it.
   *
   * @param out gets the path of the page, and the worst waits
   * @param err gets what is wrong
   * @return 0, 1 if there is nothing to read, 2 if the call is wrong
   */
  public static int run(List<String> arguments, PrintStream out, PrintStream err) {
    var words = new ArrayList<>(arguments);
    boolean perfetto = words.removeIf(word -> word.matches("--?perfetto"));
    if (words.size() == 1 && words.getFirst().matches("--?(h|help)")) {
      out.println(CALL);
      return 0;
    }
    if (words.size() != 1 || words.getFirst().startsWith("-")) {
      err.println(CALL);
      return USAGE;
    }
    try {
      Timeline.Made made = Timeline.make(Path.of(words.getFirst()), perfetto);
      out.println(made.page() + ": " + made.summary());
      made.notes().forEach(note -> err.println("purempi trace: note: " + note));
      for (int i = 0; i < made.worst().size(); i++) {
        out.println(i + 1 + ". " + made.worst().get(i));
      }
      return 0;
    } catch (InvalidPathException e) {
      err.println("purempi trace: " + words.getFirst() + ": not a path");
      return USAGE;
    } catch (IOException e) {
      err.println("purempi trace: " + e.getMessage());
      return FAILURE;
    }
  }
}
