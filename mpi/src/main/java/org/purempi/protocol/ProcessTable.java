package org.purempi.protocol;

import java.util.List;

/**
 * The processes that one rank has met, each made when it is first asked for, and the only place
 * that makes them. Grows with their numbers. Inside the rank's lock.
 */
final class ProcessTable {
  private final Engine engine;
  private final PeerTable met = new PeerTable();

  ProcessTable(Engine engine) {
    this.engine = engine;
  }

  Peer get(int process) {
    assert engine.progress.isEntered() : "a peer is looked for outside the lock";
    Peer p = met.get(process);
    return p == null ? meet(process) : p;
  }

  private Peer meet(int process) {
    Peer p = new Peer(engine, process, engine.transport().endpoint(process));
    met.put(process, p);
    return p;
  }

  List<Peer> met() {
    return met.all();
  }
}
