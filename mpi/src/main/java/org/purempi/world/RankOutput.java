package org.purempi.world;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Standard output or error of a JVM that holds many ranks: says before each piece which rank wrote
 * it, so that mpiexec can part them again.
 *
 * <pre>
 *   0x01 rank ' ' bytes '\n' the bytes
 * </pre>
 */
final class RankOutput extends OutputStream {
  private final OutputStream out;

  private RankOutput(FileDescriptor to) {
    this.out = new FileOutputStream(to);
  }

  /** Puts both streams of this JVM in their places. */
  static void install() {
    System.setOut(stream(FileDescriptor.out, System.out));
    System.setErr(stream(FileDescriptor.err, System.err));
  }

  private static PrintStream stream(FileDescriptor to, PrintStream before) {
    return new PrintStream(new RankOutput(to), true, before.charset());
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    Seat seat = Seat.mine();
    if (length == 0 || (seat != null && seat.isGone() && !RankExit.isJvmEnding())) {
      return; // in a process, System.exit would not have come back
    }
    byte[] head =
        seat == null
            ? new byte[0]
            : ("\u0001" + seat.rank() + " " + length + "\n").getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[head.length + length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(bytes, offset, all, head.length, length);
    out.write(all);
  }
}
