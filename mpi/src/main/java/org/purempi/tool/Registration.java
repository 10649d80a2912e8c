package org.purempi.tool;

/** Something that a tool has put somewhere, until it is closed. */
public interface Registration extends AutoCloseable {
  @Override
  void close();
}
