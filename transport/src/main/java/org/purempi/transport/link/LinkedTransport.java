package org.purempi.transport.link;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.device.Device;
import org.purempi.transport.Doorbell;
import org.purempi.transport.Endpoint;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Lease;
import org.purempi.transport.MalformedException;
import org.purempi.transport.Occupancy;
import org.purempi.transport.Region;
import org.purempi.transport.Transport;

/**
 * The home transport of a rank, and links to processes of other jobs. Whatever is a matter of the
 * job, such as memory that is reserved and marks that are left, is that of the home transport.
 */
public final class LinkedTransport implements Transport {
  private final Transport home;
  private final int homeSize;

  /** Where the processes are that came by links, by their numbers less {@link #homeSize}. */
  private final List<Route> routes = new ArrayList<>();

  private Link[] links = {};
  private final LinkedDoorbell doorbell;

  /** A process's place in a link. */
  private record Route(Link link, int rank, LinkEndpoint endpoint) {}

  /** A rank's transport, which may get links. */
  public LinkedTransport(Transport home) {
    this.home = home;
    this.homeSize = home.size();
    this.doorbell = new LinkedDoorbell(home.doorbell());
  }

  /** How many processes the home transport connects: their numbers are below this. */
  public int homeSize() {
    return homeSize;
  }

  /**
   * From now on processes are reached by {@code transport} too.
   *
   * @param name the same on all of its ranks, and on no other link
   * @param known for each of its ranks the number that its process has here; negative: it gets one
   * @return the numbers of all
   */
  public int[] link(String name, Transport transport, int[] known) {
    int[] numbers = known.clone();
    Link link = new Link(name, transport, numbers);
    for (int rank = 0; rank < numbers.length; rank++) {
      if (numbers[rank] < 0) {
        numbers[rank] = size();
        var endpoint = new LinkEndpoint(transport.endpoint(rank), numbers[rank]);
        routes.add(new Route(link, rank, endpoint));
      }
    }
    links = Arrays.copyOf(links, links.length + 1);
    links[links.length - 1] = link;
    doorbell.add(transport.doorbell());
    return numbers.clone();
  }

  /** Leaves a link: what was offered is still delivered, and nothing can be offered any more. */
  public void cut(Transport transport) {
    for (Route route : routes) {
      if (route.link.transport() == transport) {
        route.endpoint.cut();
      }
    }
    links = Arrays.stream(links).filter(link -> link.transport() != transport).toArray(Link[]::new);
    doorbell.remove(transport.doorbell());
    transport.close();
  }

  /** Whether there are links. */
  public boolean hasLinks() {
    return links.length > 0;
  }

  /**
   * A link that connects some processes.
   *
   * @param numbers their numbers there
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
  public record Common(Transport transport, int[] numbers) {}

  /** The link that connects all of these; each of them finds the same. Null if there is none. */
  public @Nullable Common common(int[] processes) {
    Link found = null;
    for (Link link : links) {
      boolean hasAll = Arrays.stream(processes).allMatch(process -> link.rankOf(process) >= 0);
      if (hasAll && (found == null || link.name().compareTo(found.name()) < 0)) {
        found = link;
      }
    }
    return found == null
        ? null
        : new Common(found.transport(), Arrays.stream(processes).map(found::rankOf).toArray());
  }

  /** Where a process is; null if its link has been cut. */
  private @Nullable Route route(int peer) {
    Route route = routes.get(peer - homeSize);
    return route.endpoint.isCut() ? null : route;
  }

  @Override
  public int rank() {
    return home.rank();
  }

  @Override
  public int size() {
    return homeSize + routes.size();
  }

  @Override
  public boolean sharesMemory(int peer) {
    if (peer < homeSize) {
      return home.sharesMemory(peer);
    }
    Route route = route(peer);
    return route != null && route.link.transport().sharesMemory(route.rank);
  }

  @Override
  public int cores() {
    return home.cores();
  }

  @Override
  public boolean sharesCores() {
    return home.sharesCores();
  }

  @Override
  public int poll(FrameHandler handler, int most) {
    int frames = home.poll(handler, most);
    for (Link link : links) {
      frames += link.poll(handler, most, doorbell.isArmed());
    }
    return frames;
  }

  @Override
  public boolean hasUnsent() {
    for (Link link : links) {
      if (link.transport().hasUnsent()) {
        return true;
      }
    }
    return home.hasUnsent();
  }

  @Override
  public void push() {
    home.push();
    for (Link link : links) {
      link.transport().push();
    }
  }

  @Override
  public Endpoint endpoint(int peer) {
    return peer < homeSize ? home.endpoint(peer) : routes.get(peer - homeSize).endpoint;
  }

  @Override
  public Doorbell doorbell() {
    return doorbell;
  }

  @Override
  public Occupancy occupancy() {
    return home.occupancy();
  }

  /** The last mark is left everywhere; others tell what only the job understands. */
  @Override
  public void mark(int mark) {
    home.mark(mark);
    if (mark == LAST_MARK) {
      for (Link link : links) {
        link.transport().mark(mark);
      }
    }
  }

  @Override
  public int markOf(int peer) {
    if (peer < homeSize) {
      return home.markOf(peer);
    }
    Route route = route(peer);
    return route == null ? LAST_MARK : route.link.transport().markOf(route.rank);
  }

  @Override
  public boolean hasDied(int peer) {
    if (peer < homeSize) {
      return home.hasDied(peer);
    }
    Route route = route(peer);
    return route != null && route.link.transport().hasDied(route.rank);
  }

  @Override
  public Lease borrow(int peer, long descriptor) {
    if (peer < homeSize) {
      return home.borrow(peer, descriptor);
    }
    Route route = route(peer);
    if (route == null) {
      throw new MalformedException("memory lent by a process whose link has been cut");
    }
    return route.link.transport().borrow(route.rank, descriptor);
  }

  @Override
  public void pinFor(Device device) {
    home.pinFor(device);
    for (Link link : links) {
      link.transport().pinFor(device);
    }
  }

  @Override
  public void reject(int peer, String what) {
    Route route = peer < homeSize ? null : route(peer);
    if (route != null) {
      route.link.transport().reject(route.rank, what);
    } else if (peer < homeSize) {
      home.reject(peer, what);
    }
  }

  @Override
  public @Nullable Region reserve(long bytes) {
    return home.reserve(bytes);
  }

  @Override
  public @Nullable MemorySegment map(Region region) {
    return home.map(region);
  }

  @Override
  public void release(Region region) {
    home.release(region);
  }

  @Override
  public void close() {
    for (Link link : links) {
      cut(link.transport());
    }
    doorbell.close();
    home.close();
  }
}
