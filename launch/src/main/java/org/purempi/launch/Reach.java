package org.purempi.launch;

import org.jspecify.annotations.Nullable;
import org.purempi.setting.Setting;

/**
 * Where those of a job listen that others call: ranks, and mpiexec itself where managers call back.
 *
 * @param network an interface, an address or a subnet; null: whatever leads to the others
 * @param ports {@code LOW:HIGH}; null: any
 */
record Reach(@Nullable String network, @Nullable String ports) {
  /** What options, or variables, ask for. */
  static Reach of(GivenOptions given) {
    String ports = given.get(Option.PORT_RANGE);
    return new Reach(given.get(Option.INTERFACE), ports == null ? null : ports.replace('-', ':'));
  }

  int firstPort() {
    return ports == null ? 0 : Integer.parseInt(ports.substring(0, ports.indexOf(':')));
  }

  int lastPort() {
    return ports == null ? 0 : Integer.parseInt(ports.substring(ports.indexOf(':') + 1));
  }

  /** Tells ranks. */
  void tell(EnvironmentChoice environment) {
    if (network != null) {
      environment.set(Setting.IFACE.variable(), network);
    }
    if (ports != null) {
      environment.set(Setting.PORT_RANGE.variable(), ports);
    }
  }
}
