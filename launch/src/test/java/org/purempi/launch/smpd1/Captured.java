package org.purempi.launch.smpd1;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Conversations that were captured between the mpiexec and the smpds of MPICH 3.0. */
final class Captured {
  static final List<String> ALL = List.of("hostname", "abort", "exit5", "child");

  /**
   * One command of a conversation.
   *
   * @param byMpiexec whether mpiexec wrote it; in {@code child} whether the rank did
   * @param text the command without its zero byte
   * @param length the captured length with the zero byte; 0 where it was not captured
   */
  record Line(boolean byMpiexec, String text, int length) {
    String verb() {
      return text.substring("cmd=".length(), text.indexOf(' '));
    }
  }

  private Captured() {}

  static List<Line> lines(String name) {
    try (InputStream in = Captured.class.getResourceAsStream(name + ".txt")) {
      if (in == null) {
        throw new IllegalStateException("no conversation " + name);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      return text.lines().map(Captured::line).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Line line(String written) {
    int command = written.indexOf("cmd=");
    String length = written.substring(1, command).strip();
    return new Line(
        written.startsWith(">"),
        written.substring(command),
        length.isEmpty() ? 0 : Integer.parseInt(length));
  }
}
