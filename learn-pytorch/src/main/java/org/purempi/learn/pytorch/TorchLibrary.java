package org.purempi.learn.pytorch;

import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;
import org.purempi.Communicator;
import org.purempi.learn.HostLeader;

/** PyTorch's native library. */
public final class TorchLibrary {
  private TorchLibrary() {}

  /** As {@link #load(Communicator, int)}, with one thread a rank. */
  public static void load(Communicator comm) {
    load(comm, 1);
  }

  /**
   * Loads the library on every rank, the first rank of each host first, which may have to unpack
   * it: 450 MB in JavaCPP's cache ({@code ~/.javacpp/cache}, or where {@code
   * org.bytedeco.javacpp.cachedir} says), some seconds. Collective; before any other use of
   * PyTorch.
   *
   * @param threads how many threads a rank computes with. Ranks of one host share its processors:
   *     more threads than those spin against each other at the end of every operation
   * @throws IllegalStateException if the library is not on the class path, or cannot be loaded
   */
  public static void load(Communicator comm, int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("a rank needs one thread at least, not " + threads);
    }
    HostLeader.first(comm, "PyTorch's library", TorchLibrary::load);
    torch.set_num_threads(threads);
  }

  private static void load() {
    try {
      String unused = Loader.load(torch.class);
    } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
      throw new IllegalStateException(
          "no native library of PyTorch for "
              + Loader.getPlatform()
              + ": put the jars of org.bytedeco:pytorch, openblas and javacpp with the classifier "
              + Loader.getPlatform()
              + " on the class path; all three of one release",
          e);
    }
  }
}
