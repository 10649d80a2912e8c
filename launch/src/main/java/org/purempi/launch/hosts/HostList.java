package org.purempi.launch.hosts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hosts a job may use, in the order in which ranks go to them. A host that is named again after
 * others takes ranks at both places, as Hydra has it; named twice in a row it has the slots of
 * both.
 *
 * @param source who named them, for messages: an option, a file or a variable
 * @param places at least one
 * @param counted whether numbers of slots were written, rather than taken to be 1
 */
public record HostList(String source, List<Host> places, boolean counted) {
  /** Keeps a copy that nobody changes. */
  public HostList {
    places = List.copyOf(places);
  }

  /** Each host once, with all its slots. */
  public List<Host> hosts() {
    var hosts = new LinkedHashMap<String, Host>();
    for (Host place : places) {
      hosts.merge(place.name(), place, Host::with);
    }
    return List.copyOf(hosts.values());
  }

  /** All slots together. */
  public int slots() {
    return (int) Math.min(Host.MAX_SLOTS, places.stream().mapToLong(Host::slots).sum());
  }

  /** Gathers hosts as they are read. */
  static final class Builder {
    private final String source;
    private final List<Host> places = new ArrayList<>();
    private boolean counted;

    Builder(String source) {
      this.source = source;
    }

    /** Adds a host; null slots stand for one that was not written. */
    void add(String where, String name, @Nullable Integer slots, @Nullable String user)
        throws HostsException {
      Host.checkedName(where, name);
      var place = new Host(name, slots == null ? 1 : slots, user);
      counted |= slots != null;
      if (!places.isEmpty() && places.getLast().name().equals(name)) {
        counted = true;
        place = places.removeLast().with(place);
      }
      places.add(place);
      if (places.size() > Host.MAX_SLOTS) {
        throw new HostsException(where + ": more than " + Host.MAX_SLOTS + " hosts");
      }
    }

    HostList build() throws HostsException {
      if (places.isEmpty()) {
        throw new HostsException(source + ": names no host");
      }
      boolean isNamedAgain = places.stream().map(Host::name).distinct().count() < places.size();
      return new HostList(source, places, counted || isNamedAgain);
    }
  }
}
