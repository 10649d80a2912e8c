package org.purempi.launch;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/**
 * What mpiexec and smpd say themselves, with the words of ranks, hosts and daemons in it: a control
 * character is printed as its number, {@code \}{@code u001b}, so that nobody's words move the
 * cursor of the user's terminal, change its title or hide what stands before them. What ranks write
 * to their own streams is theirs and does not come here. Any thread.
 */
final class Visible {
  private static final String INDENT = "    ";

  private Visible() {}

  /** From now on what is printed to this process's standard streams is visible. */
  static void guardStreams() {
    System.setOut(new Stream(System.out, System.out.charset()));
    System.setErr(new Stream(System.err, System.err.charset()));
  }

  /** Prints to a stream what is visible. */
  static PrintStream stream(OutputStream to, Charset charset) {
    return new Stream(to, charset);
  }

  /** A text in which ends of lines and tabs are the only controls. */
  static String of(String text) {
    StringBuilder shown = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isControl = isControl(c);
      if (isControl && shown == null) {
        shown = new StringBuilder(text.substring(0, i));
      }
      if (shown != null) {
        shown.append(isControl ? "\\u%04x".formatted((int) c) : c);
      }
    }
    return shown == null ? text : shown.toString();
  }

  /** Somebody else's words within ours: no line of them looks like one of ours. */
  static String quoted(String text) {
    return of(text).replace("\n", "\n" + INDENT);
  }

  /** Controls of terminals, and those that turn the direction of writing. */
  private static boolean isControl(char c) {
    boolean turns = (c >= '\u200e' && c <= '\u200f') || (c >= '\u2028' && c <= '\u202e');
    boolean isolates = c >= '\u2066' && c <= '\u2069';
    boolean moves = Character.isISOControl(c) && c != '\n' && c != '\t';
    return moves || turns || isolates;
  }

  /** Everything that is printed as text passes {@link #print(String)}. */
  private static final class Stream extends PrintStream {
    Stream(OutputStream to, Charset charset) {
      super(to, true, charset);
    }

    @Override
    public void print(String text) {
      super.print(of(String.valueOf(text)));
    }
  }
}
