package org.purempi.benchmarks;

import java.util.ArrayList;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Request;

/** Point-to-point loops: rank r of the first half talks with rank r of the second half. */
final class PairLoops {

  /** Messages in flight, as in OSU's benchmarks. */
  static final int WINDOW = 64;

  private static final int TAG = 1;

  /** The ping-pong. */
  static final String LATENCY = "latency";

  private final Communicator world;
  private final boolean sender;
  private final int peer;
  private final Buf send;
  private final Buf recv;
  private final Buf ack;

  /** A list: an array of an interface is checked at every store. */
  private final List<Request<?>> requests = new ArrayList<>(2 * WINDOW);

  PairLoops(Communicator world, Buf send, Buf recv, Buf ack) {
    int pairs = world.size() / 2;
    this.world = world;
    this.sender = world.rank() < pairs;
    this.peer = sender ? world.rank() + pairs : world.rank() - pairs;
    this.send = send;
    this.recv = recv;
    this.ack = ack;
  }

  /** The loop of this name. */
  Loop named(String name) {
    return switch (name) {
      case LATENCY -> new Loop(Loop.Kind.LATENCY, 0, this::pingPong);
      case "bandwidth" -> new Loop(Loop.Kind.BANDWIDTH, WINDOW, this::oneWay);
      case "bibandwidth" -> new Loop(Loop.Kind.BANDWIDTH, 2 * WINDOW, this::bothWays);
      default -> new Loop(Loop.Kind.RATE, WINDOW, this::oneWay);
    };
  }

  private void pingPong() {
    if (sender) {
      world.send(send, peer, TAG);
      world.recv(recv, peer, TAG);
    } else {
      world.recv(recv, peer, TAG);
      world.send(send, peer, TAG);
    }
  }

  private void oneWay() {
    requests.clear();
    if (sender) {
      for (int i = 0; i < WINDOW; i++) {
        requests.add(world.isend(send, peer, TAG));
      }
      Request.waitAll(requests);
      world.recv(ack, peer, TAG);
    } else {
      for (int i = 0; i < WINDOW; i++) {
        requests.add(world.irecv(recv, peer, TAG));
      }
      Request.waitAll(requests);
      world.send(ack, peer, TAG);
    }
  }

  private void bothWays() {
    requests.clear();
    for (int i = 0; i < WINDOW; i++) {
      requests.add(world.irecv(recv, peer, TAG));
    }
    for (int i = 0; i < WINDOW; i++) {
      requests.add(world.isend(send, peer, TAG));
    }
    Request.waitAll(requests);
    if (sender) {
      world.recv(ack, peer, TAG);
    } else {
      world.send(ack, peer, TAG);
    }
  }
}
