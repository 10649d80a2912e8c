package org.purempi.launch;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where those of a job listen that others call: ranks, and mpiexec itself where managers call back.
 *
 * @param network an interface, an address or a subnet; null: whatever leads to the others
 * @param ports {@code LOW:HIGH}; null: any
 */
record Reach(@Nullable String network, @Nullable String ports) {
  private static final String NETWORK_VARIABLE = "PUREMPI_IFACE";
  private static final String PORTS_VARIABLE = "PUREMPI_PORT_RANGE";
  private static final int LARGEST_PORT = 65535;

  /** What options, or the variables of other launchers, ask for. */
  static Reach asked(Map<Option, String> globals, Map<String, String> mine) throws UsageException {
    String network = globals.get(Option.INTERFACE);
    for (String variable : List.of("HYDRA_IFACE", "I_MPI_HYDRA_IFACE")) {
      network = network == null ? mine.get(variable) : network;
    }
    String ports = globals.get(Option.PORT_RANGE);
    return new Reach(network, ports == null ? null : range("-port-range ", ports));
  }

  /** The same, or what the variables of ranks say. */
  Reach orOf(Map<String, String> mine) throws UsageException {
    String theirs = mine.get(PORTS_VARIABLE);
    String range = ports;
    if (range == null && theirs != null) {
      range = range(PORTS_VARIABLE + "=", theirs);
    }
    return new Reach(network == null ? mine.get(NETWORK_VARIABLE) : network, range);
  }

  private static String range(String where, String text) throws UsageException {
    String range = text.replace('-', ':');
    if (range.matches("[1-9][0-9]{0,4}:[1-9][0-9]{0,4}")) {
      int colon = range.indexOf(':');
      int low = Integer.parseInt(range.substring(0, colon));
      int high = Integer.parseInt(range.substring(colon + 1));
      if (low <= high && high <= LARGEST_PORT) {
        return range;
      }
    }
    throw new UsageException(where + text + ": write LOW:HIGH, as 50000:50100");
  }

  int firstPort() {
    return ports == null ? 0 : Integer.parseInt(ports.substring(0, ports.indexOf(':')));
  }

  int lastPort() {
    return ports == null ? 0 : Integer.parseInt(ports.substring(ports.indexOf(':') + 1));
  }

  /** Tells ranks. */
  void tell(EnvironmentChoice environment) throws UsageException {
    if (network != null) {
      environment.set(NETWORK_VARIABLE, network);
    }
    if (ports != null) {
      environment.set(PORTS_VARIABLE, ports);
    }
  }
}
