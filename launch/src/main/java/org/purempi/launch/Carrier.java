package org.purempi.launch;

import java.io.IOException;
import java.io.InputStream;

/** Carries one stream of one process to where it belongs. */
interface Carrier {
  /** Reads until the stream ends. */
  void carry(InputStream in) throws IOException;

  /** At the end of the stream: what is left. */
  void finish();

  /** From now on everything is read and dropped. */
  void silence();

  /** Shows a line left open since the last call. */
  void showOpenLine();
}
