package org.purempi.launch.smpd1;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.HexFormat;

/** Rank 0's standard input, in pieces as small as the original's. */
final class Smpd1Input extends OutputStream {
  private static final int PIECE_BYTES = 2048;

  private final Smpd1Tree tree;

  Smpd1Input(Smpd1Tree tree) {
    this.tree = tree;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      for (int at = offset; at < offset + length; at += PIECE_BYTES) {
        int end = Math.min(offset + length, at + PIECE_BYTES);
        tree.toReader(HexFormat.of().withUpperCase().formatHex(bytes, at, end));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  @Override
  public void close() throws IOException {
    try {
      tree.toReader(null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
