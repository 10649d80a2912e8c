package org.purempi.transport.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * How a rank is reached: {@code ADDRESS,PORT,HOST}, and {@code ,tls} if it encrypts; printable,
 * without spaces, and without the {@code ;} that PMI-2 takes for the end. The address is numeric:
 * no name server is asked.
 */
record BusinessCard(InetAddress address, int port, String host, boolean isEncrypted) {
  private static final String SEPARATOR = ",";
  private static final String TLS = "tls";
  private static final int PARTS = 3;
  private static final int LARGEST_PORT = 65535;

  static BusinessCard parse(String text) throws IOException {
    String[] parts = text.split(SEPARATOR, -1);
    try {
      boolean isEncrypted = parts.length == PARTS + 1 && parts[PARTS].equals(TLS);
      boolean isWhole = parts.length == PARTS || isEncrypted;
      int port = isWhole ? Integer.parseInt(parts[1]) : 0;
      if (port > 0 && port <= LARGEST_PORT) {
        // A numeric address only: wherever the card came from, no name server is asked.
        return new BusinessCard(InetAddress.ofLiteral(parts[0]), port, parts[2], isEncrypted);
      }
    } catch (IllegalArgumentException e) {
      throw new IOException("'" + text + "' is not a rank's address: " + e.getMessage(), e);
    }
    throw new IOException("'" + text + "' is not a rank's address");
  }

  /** As {@link #parse} takes it. */
  String text() {
    String place = address.getHostAddress() + SEPARATOR + port + SEPARATOR + printable(host);
    return isEncrypted ? place + SEPARATOR + TLS : place;
  }

  private static String printable(String host) {
    return host.replaceAll("[^\\x21-\\x7e]|[,;]", "_");
  }

  InetSocketAddress socket() {
    return new InetSocketAddress(address, port);
  }

  /** For messages. */
  String where() {
    String shown = address.getHostAddress();
    return "host "
        + host
        + " ("
        + (shown.indexOf(':') < 0 ? shown : "[" + shown + "]")
        + ":"
        + port
        + ")";
  }
}
