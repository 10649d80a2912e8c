package org.purempi.learn.djl;

import ai.djl.engine.Engine;
import ai.djl.engine.EngineException;
import org.purempi.Communicator;
import org.purempi.learn.HostLeader;

/** PyTorch's native library, as DJL brings it. */
public final class DjlLibrary {
  /** DJL's name of the engine that the models here are of. */
  public static final String ENGINE = "PyTorch";

  private DjlLibrary() {}

  /** As {@link #load(Communicator, int)}, with one thread a rank. */
  public static void load(Communicator comm) {
    load(comm, 1);
  }

  /**
   * Loads the library on every rank, the first rank of each host first, which may have to unpack
   * it: 430 MB in DJL's cache ({@code ~/.djl.ai}, or where {@code DJL_CACHE_DIR} says), some
   * seconds. Collective; before any other use of DJL. What the user has set for DJL stays: its
   * properties of threads win over the argument.
   *
   * @param threads how many threads a rank computes with. Ranks of one host share its processors:
   *     more threads than those spin against each other at the end of every operation
   * @throws IllegalStateException if the library is not on the class path, or cannot be loaded
   */
  public static void load(Communicator comm, int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("a rank needs one thread at least, not " + threads);
    }
    setUnlessSet("ai.djl.pytorch.num_threads", threads + "");
    setUnlessSet("ai.djl.pytorch.num_interop_threads", threads + "");
    HostLeader.first(comm, "DJL's PyTorch", DjlLibrary::load);
  }

  private static void setUnlessSet(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  private static void load() {
    if (!Engine.hasEngine(ENGINE)) {
      throw new IllegalStateException(
          "DJL finds no engine PyTorch: put ai.djl.pytorch:pytorch-engine on the class path");
    }
    try {
      Engine unused = Engine.getEngine(ENGINE);
    } catch (EngineException | LinkageError e) {
      throw new IllegalStateException(
          "DJL cannot load PyTorch: put ai.djl.pytorch:pytorch-jni and pytorch-native-cpu of this"
              + " platform, of one version of PyTorch, on the class path, or let DJL fetch them",
          e);
    }
  }
}
