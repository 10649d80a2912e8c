package org.purempi.world;

import org.purempi.Mpi;
import org.purempi.MpiProvider;
import org.purempi.RankBody;

/** The one provider of the API. */
public final class Provider implements MpiProvider {
  /** Made by the service loader. */
  public Provider() {}

  @Override
  public Mpi init(String... args) {
    return ProcessWorld.init(args);
  }

  @Override
  public void run(int ranks, RankBody body) {
    if (ProcessWorld.launched()) {
      ProcessWorld.run(ranks, body);
    } else {
      ThreadWorld.run(ranks, false, body);
    }
  }

  @Override
  public void runThreads(int ranks, boolean virtualThreads, RankBody body) {
    ThreadWorld.run(ranks, virtualThreads, body);
  }

  @Override
  public boolean initialized() {
    return ProcessWorld.initialized();
  }

  @Override
  public boolean finalizedOnce() {
    return ProcessWorld.finalizedOnce();
  }
}
