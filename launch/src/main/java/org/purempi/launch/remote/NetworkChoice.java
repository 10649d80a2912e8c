package org.purempi.launch.remote;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.purempi.setting.Setting;

/**
 * Where those of a job listen that others call: ranks, and mpiexec itself where managers call back.
 *
 * @param network an interface, an address or a subnet; null: whatever leads to the others
 * @param ports {@code LOW:HIGH}; null: any
 */
public record NetworkChoice(@Nullable String network, @Nullable String ports) {

  int firstPort() {
    return ports == null ? 0 : Integer.parseInt(ports.substring(0, ports.indexOf(':')));
  }

  int lastPort() {
    return ports == null ? 0 : Integer.parseInt(ports.substring(ports.indexOf(':') + 1));
  }

  /** What tells ranks. */
  public Map<String, String> variables() {
    var variables = new TreeMap<String, String>();
    if (network != null) {
      variables.put(Setting.IFACE.variable(), network);
    }
    if (ports != null) {
      variables.put(Setting.PORT_RANGE.variable(), ports);
    }
    return variables;
  }
}
