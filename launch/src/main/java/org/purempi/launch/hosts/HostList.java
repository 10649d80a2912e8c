package org.purempi.launch.hosts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hosts a job may use, each once, in the order in which they were named.
 *
 * @param source who named them, for messages: an option, a file or a variable
 * @param hosts at least one
 * @param counted whether numbers of slots were written, rather than taken to be 1
 */
public record HostList(String source, List<Host> hosts, boolean counted) {
  /** Keeps a copy that nobody changes. */
  public HostList {
    hosts = List.copyOf(hosts);
  }

  /** All slots together. */
  public int slots() {
    return (int) Math.min(Host.MAX_SLOTS, hosts.stream().mapToLong(Host::slots).sum());
  }

  /** Gathers hosts as they are read; a host that is named again gets more slots. */
  static final class Builder {
    private final String source;
    private final LinkedHashMap<String, Host> hosts = new LinkedHashMap<>();
    private boolean counted;

    Builder(String source) {
      this.source = source;
    }

    /** Adds a host; null slots stand for one that was not written. */
    void add(String where, String name, @Nullable Integer slots, @Nullable String user)
        throws HostsException {
      Host.checkedName(where, name);
      counted |= slots != null;
      int more = slots == null ? 1 : slots;
      Host before = hosts.get(name);
      if (before == null) {
        hosts.put(name, new Host(name, more, user));
      } else {
        counted = true;
        hosts.put(name, before.withSlots(Math.min(Host.MAX_SLOTS, before.slots() + more)));
      }
      if (hosts.size() > Host.MAX_SLOTS) {
        throw new HostsException(where + ": more than " + Host.MAX_SLOTS + " hosts");
      }
    }

    HostList build() throws HostsException {
      if (hosts.isEmpty()) {
        throw new HostsException(source + ": names no host");
      }
      return new HostList(source, new ArrayList<>(hosts.values()), counted);
    }
  }
}
