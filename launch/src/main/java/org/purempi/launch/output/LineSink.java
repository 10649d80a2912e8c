package org.purempi.launch.output;

/** Where the lines of ranks go. Any thread. */
interface LineSink {
  /**
   * Takes bytes of one rank.
   *
   * @param ended whether they end a line
   */
  void write(LineForwarder from, Output.Stream stream, byte[] bytes, int length, boolean ended);
}
