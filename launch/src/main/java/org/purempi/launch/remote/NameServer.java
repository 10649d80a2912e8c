package org.purempi.launch.remote;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.UsageException;

/**
 * Where a name server listens.
 *
 * @param host its name or address
 */
public record NameServer(String host, int port) {
  /** Where one listens that was told nothing else; Hydra's. */
  public static final int DEFAULT_PORT = 6392;

  private static final Pattern WRITTEN =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.%a-z]+)]|([A-Za-z0-9_.][A-Za-z0-9_.-]*))(?::(.*))?");

  /**
   * Reads {@code HOST} or {@code HOST:PORT}; an address of IPv6 stands in brackets.
   *
   * @param where the option and its value, the beginning of an error
   */
  public static NameServer parse(String where, String word) throws UsageException {
    Matcher parts = WRITTEN.matcher(word);
    if (!parts.matches()) {
      throw new UsageException(where + ": write HOST or HOST:PORT");
    }
    String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
    String port = parts.group(3);
    if (port == null) {
      return new NameServer(host, DEFAULT_PORT);
    }
    OptionChecks.port(where, port);
    return new NameServer(host, Integer.parseInt(port));
  }

  @Override
  public String toString() {
    return "name server at " + host + ":" + port;
  }
}
