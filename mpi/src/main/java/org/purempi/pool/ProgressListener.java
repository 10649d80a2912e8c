package org.purempi.pool;

/** Hears how far a map is. */
@FunctionalInterface
public interface ProgressListener {
  /**
   * Some items are done. Called by one thread at a time, which also receives results: it should
   * return soon. What it throws ends the map.
   *
   * @param done how many, in all
   * @param total how many there are, or −1 if that is not known
   */
  void done(long done, long total);

  /**
   * A line on standard error that says how far a map is, drawn anew ten times a second; nothing if
   * standard error is no terminal.
   */
  static ProgressListener line() {
    return ProgressLine.isTerminal() ? new ProgressLine(System.err) : (done, total) -> {};
  }
}
