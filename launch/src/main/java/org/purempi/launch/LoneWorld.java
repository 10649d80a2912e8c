package org.purempi.launch;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.local.Singleton;
import org.purempi.launch.program.AppContext;
import org.purempi.launch.program.Command;
import org.purempi.launch.site.Event;
import org.purempi.launch.system.ThisHost;
import org.purempi.pmi.NameService;
import org.purempi.pmi.PmiServer;

/** The world of a program that was started without mpiexec, and has called it. Any thread. */
final class LoneWorld implements World, Singleton.Owner {
  private final Universe universe;
  private final Singleton singleton;
  private final AppContext asWhat;
  private final Command executes;
  private volatile @Nullable PmiServer server;

  /**
   * @param asWhat as mpiexec would have been asked to start it
   * @param executes its command line
   */
  LoneWorld(Universe universe, Singleton singleton, AppContext asWhat, Command executes) {
    this.universe = universe;
    this.singleton = singleton;
    this.asWhat = asWhat;
    this.executes = executes;
  }

  @Override
  public NameService names() {
    return universe.names();
  }

  @Override
  public void servedBy(PmiServer its) {
    server = its;
  }

  @Override
  public String kvsName() {
    return singleton.kvsName();
  }

  @Override
  public Map<String, Integer> ranksByHost() {
    return Map.of(ThisHost.name(), 1);
  }

  @Override
  public String name(int rank) {
    return "the program";
  }

  @Override
  public AppContext program(int rank) {
    return asWhat;
  }

  @Override
  public Command command(int rank) {
    return executes;
  }

  /** It is told of worlds that have failed; nothing else can happen to it here. */
  @Override
  public void happened(Event event) {
    PmiServer its = server;
    if (event instanceof Event.WorldFailed failed && its != null) {
      var unused = its.worldFailed(failed.kvsName(), failed.exitCode(), failed.why());
    }
  }

  @Override
  public void spawns(Event.Spawns spawns) {
    universe.spawn(this, spawns);
  }

  @Override
  public void connects(Event.Connects connects) {
    if (connects.isConnected()) {
      universe.connect(this, connects.kvsName());
    } else {
      universe.disconnect(this, connects.kvsName());
    }
  }
}
