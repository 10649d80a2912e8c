package org.purempi.transport.tcp;

import java.io.IOException;

/** Where ranks find each other's {@link TcpListener#card cards}. */
@FunctionalInterface
public interface AddressBook {
  /**
   * The card of a rank. Called at the first word to that rank, on the thread that also lets in
   * those that call: while it waits for an answer, nobody is.
   *
   * @throws IOException if it cannot be had; the message says why
   */
  String card(int rank) throws IOException;
}
