package org.purempi.transport.tcp;

import java.io.IOException;

/** Where ranks find each other's {@link TcpDoor#card cards}. */
@FunctionalInterface
public interface AddressBook {
  /**
   * The card of a rank. Called at the first word to that rank, on a thread of its own, so that it
   * may wait for an answer.
   *
   * @throws IOException if it cannot be had; the message says why
   */
  String card(int rank) throws IOException;
}
