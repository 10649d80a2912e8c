package org.purempi.spawn;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/**
 * Where a port is, and the secret by which who knows its name proves that: {@code
 * purempi/ADDRESS/PORT/SECRET}, without blanks and characters that mean something to a shell.
 *
 * @param address numeric: no name server is asked
 * @param secret 32 hexadecimal digits
 */
record PortName(InetAddress address, int port, String secret) {
  private static final String SCHEME = "purempi";
  private static final int PARTS = 4;
  private static final int SECRET_BYTES = 16;
  private static final int LARGEST_PORT = 65535;
  private static final String SECRET = "[0-9a-f]{" + 2 * SECRET_BYTES + "}";

  /** A name that nobody can guess. */
  static PortName at(InetAddress address, int port) {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    return new PortName(address, port, HexFormat.of().formatHex(secret));
  }

  /**
   * Reads a name.
   *
   * @throws MpiArgumentException ({@code PORT}) if it is none; the message does not show a secret
   */
  static PortName parse(String text) {
    String[] parts = text.split("/", -1);
    try {
      if (parts.length == PARTS && parts[0].equals(SCHEME) && parts[3].matches(SECRET)) {
        int port = Integer.parseInt(parts[2]);
        if (port > 0 && port <= LARGEST_PORT) {
          return new PortName(InetAddress.ofLiteral(parts[1]), port, parts[3]);
        }
      }
    } catch (IllegalArgumentException e) {
      throw noName(e);
    }
    throw noName(null);
  }

  private static MpiArgumentException noName(
      @org.jspecify.annotations.Nullable IllegalArgumentException cause) {
    var e =
        new MpiArgumentException(
            ErrorClass.PORT,
            "this is not the name of a port, which looks like purempi/ADDRESS/PORT/SECRET: pass on"
                + " what openPort gave, whole");
    if (cause != null) {
      e.initCause(cause);
    }
    return e;
  }

  InetSocketAddress socket() {
    return new InetSocketAddress(address, port);
  }

  /** For messages, without the secret. */
  String where() {
    return "port " + port + " of " + address.getHostAddress();
  }

  /** As {@link #parse} takes it. */
  String text() {
    return String.join("/", SCHEME, address.getHostAddress(), Integer.toString(port), secret);
  }

  @Override
  public String toString() {
    return where();
  }
}
