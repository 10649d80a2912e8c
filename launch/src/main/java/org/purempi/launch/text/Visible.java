package org.purempi.launch.text;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;

/**
 * What mpiexec and smpd say themselves, with the words of ranks, hosts and daemons in it: a control
 * character is printed as its number, {@code \}{@code u001b}, so that nobody's words move the
 * cursor of the user's terminal, change its title or hide what stands before them. What ranks write
 * to their own streams is theirs and does not come here. Any thread.
 */
public final class Visible {
  private static final String INDENT = "    ";

  private Visible() {}

  /** From now on what is printed to this process's standard streams is visible. */
  public static void guardStreams() {
    System.setOut(stream(System.out, System.out.charset()));
    System.setErr(stream(System.err, System.err.charset()));
  }

  /** Prints and writes to a stream what is visible. */
  public static PrintStream stream(OutputStream to, Charset charset) {
    return new PrintStream(new Filter(to, charset), true, charset);
  }

  /** A text in which ends of lines and tabs are the only controls. */
  public static String of(String text) {
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
  public static String quoted(String text) {
    return of(text).replace("\n", "\n" + INDENT);
  }

  /** Controls of terminals, and those that turn the direction of writing. */
  private static boolean isControl(char c) {
    boolean marks = c == '\u061c' || c == '\u200e' || c == '\u200f';
    boolean turns = marks || (c >= '\u2028' && c <= '\u202e');
    boolean isolates = c >= '\u2066' && c <= '\u2069';
    boolean moves = Character.isISOControl(c) && c != '\n' && c != '\t';
    return moves || turns || isolates;
  }

  /** Everything passes, printed or written as bytes; a character may come in pieces. */
  private static final class Filter extends OutputStream {
    private final CharsetDecoder decoder;
    private final Writer shown;
    private byte[] piece = {};

    Filter(OutputStream to, Charset charset) {
      decoder =
          charset
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPLACE)
              .onUnmappableCharacter(CodingErrorAction.REPLACE);
      shown = new OutputStreamWriter(to, charset);
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int start, int length) throws IOException {
      var in = ByteBuffer.allocate(piece.length + length);
      in.put(piece).put(bytes, start, length).flip();
      var out = CharBuffer.allocate((int) Math.ceil(in.remaining() * decoder.maxCharsPerByte()));
      decoder.decode(in, out, false);
      piece = new byte[in.remaining()];
      in.get(piece);
      shown.write(of(out.flip().toString()));
      shown.flush();
    }

    @Override
    public void flush() throws IOException {
      shown.flush();
    }

    @Override
    public void close() throws IOException {
      shown.close();
    }
  }
}
