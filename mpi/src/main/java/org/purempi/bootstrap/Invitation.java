package org.purempi.bootstrap;

import java.io.IOException;

/**
 * What rank 0 says in an exchange: {@code purempi,ADDRESS,PORT,SECRET}.
 *
 * @param host a numeric address
 * @param secret empty if the ranks have one of their own
 */
record Invitation(String host, int port, String secret) {
  /** What all others say. */
  static final String OF_OTHERS = "purempi";

  private static final int PARTS = 4;

  String text() {
    return OF_OTHERS + "," + host + "," + port + "," + secret;
  }

  static Invitation parse(String text) throws IOException {
    String[] parts = text.split(",", PARTS);
    if (parts.length == PARTS && parts[0].equals(OF_OTHERS) && parts[2].matches("\\d{1,5}")) {
      return new Invitation(parts[1], Integer.parseInt(parts[2]), parts[PARTS - 1]);
    }
    // Not repeated: it may hold a secret.
    throw new IOException("the exchange does not answer the word of rank 0 in place 0");
  }
}
