package org.purempi.transport.tcp;

import java.io.IOException;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Networks;

/**
 * How a rank may be reached.
 *
 * @param isLocal whether all ranks are on this host: then it listens on loopback only
 * @param network which of several networks: the name of an interface, an address of this host, or a
 *     subnet a.b.c.d/n; null to choose the likeliest
 * @param firstPort the first port it may listen on; 0 for any
 * @param lastPort the last one
 * @param host this host's name, for messages
 * @param bufferBytes the size of each socket's buffers; 0 to leave it to the system, which adapts
 *     it
 * @param isEncrypted whether everything but the handshake of TLS itself is encrypted
 */
public record TcpSettings(
    boolean isLocal,
    @Nullable String network,
    int firstPort,
    int lastPort,
    String host,
    int bufferBytes,
    boolean isEncrypted) {
  private static final int LARGEST_PORT = 65535;

  /** Checks the ports. */
  public TcpSettings {
    if (firstPort < 0 || lastPort < firstPort || lastPort > LARGEST_PORT) {
      throw new IllegalArgumentException(
          "ports "
              + firstPort
              + " to "
              + lastPort
              + " are not a range within 1 to "
              + LARGEST_PORT);
    }
  }

  /** Any port of the loopback interface, in the clear. */
  public static TcpSettings loopback() {
    return new TcpSettings(true, null, 0, 0, "localhost", 0, false);
  }

  /** The same within {@code LOW:HIGH}, as PUREMPI_PORT_RANGE and MPICH_PORT_RANGE write it. */
  public TcpSettings withPorts(String range) {
    String[] ends = range.split("[:,-]", -1);
    try {
      if (ends.length == 2) {
        int first = Integer.parseInt(ends[0].strip());
        int last = Integer.parseInt(ends[1].strip());
        if (first > 0) {
          return new TcpSettings(isLocal, network, first, last, host, bufferBytes, isEncrypted);
        }
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(complaint(range), e);
    }
    throw new IllegalArgumentException(complaint(range));
  }

  /**
   * The address of this host to listen on.
   *
   * @throws IOException when the network is not there
   */
  public InetAddress address() throws IOException {
    String wanted = network;
    return wanted == null && isLocal ? InetAddress.getLoopbackAddress() : Networks.choose(wanted);
  }

  private static String complaint(String range) {
    return "'" + range + "' is not a range of ports; write it as 5000:5999";
  }

  /** The same with socket buffers of so many bytes. */
  public TcpSettings withBufferBytes(int bytes) {
    return new TcpSettings(isLocal, network, firstPort, lastPort, host, bytes, isEncrypted);
  }

  /** The same, encrypted or not. */
  public TcpSettings withEncryption(boolean encrypted) {
    return new TcpSettings(isLocal, network, firstPort, lastPort, host, bufferBytes, encrypted);
  }
}
