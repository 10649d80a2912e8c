package org.purempi.launch.output;

import java.io.IOException;
import java.io.InputStream;

/** Carries one stream of one process to where it belongs. */
public interface Carrier {
  /** Reads until the stream ends. */
  void carry(InputStream in) throws IOException;

  /** Takes bytes that somebody else has read, from {@code start} to {@code end}. */
  void take(byte[] bytes, int start, int end);

  /** At the end of the stream, or when it is not waited for any more: what is left. */
  void finish();

  /** From now on everything is read and dropped. */
  void silence();

  /** Shows a line left open since the last call. */
  void showOpenLine();
}
