package org.purempi.learn.pytorch;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.FileStore;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch_gloo;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.learn.ElementType;
import org.purempi.learn.data.Exchange;

/** PyTorch's process group of Gloo among the ranks of a world: the peer in races. */
final class Gloo {
  private final ProcessGroupGloo group;

  /** The store, a file on which all hosts agree, is read as long as the group lives. */
  private final FileStore store;

  /**
   * Connects all ranks; collective.
   *
   * @param file does not exist yet
   * @param device the network interface that it listens on: lo, eth0, …
   */
  Gloo(Communicator world, String file, String device) {
    String unused = Loader.load(torch_gloo.class);
    store = new FileStore(file, world.size());
    try (var options = ProcessGroupGloo.Options.create()) {
      options.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForInterface(device)));
      group = new ProcessGroupGloo(store, world.rank(), world.size(), options);
    }
  }

  /** A memory of float32 as Gloo takes it. */
  static TensorVector floats(MemorySegment memory) {
    var first = new Pointer(memory.asSlice(0, 1).asByteBuffer());
    return new TensorVector(torch.from_blob(first, memory.byteSize() / Float.BYTES));
  }

  /** The sum over all ranks, in place. */
  void allreduce(TensorVector numbers) {
    try (var _ = new PointerScope()) {
      await(group.allreduce(numbers));
    }
  }

  private static void await(Work work) {
    if (!work._wait()) {
      throw new IllegalStateException("Gloo's allreduce has failed");
    }
  }

  /** As DistributedDataParallel does: each bucket is begun when it is full, and waited for last. */
  Exchange exchange() {
    return (comm, gradient, type) -> new Summation(gradient, type);
  }

  private final class Summation implements Exchange.Summation {
    private final TensorVector numbers;
    private @Nullable Work work;

    Summation(MemorySegment gradient, ElementType type) {
      if (type != ElementType.FLOAT32) {
        throw new IllegalArgumentException("a race of float32, not of " + type);
      }
      numbers = floats(gradient);
    }

    @Override
    public void start() {
      work = group.allreduce(numbers).retainReference();
    }

    @Override
    public void advance() {
      // Gloo has threads of its own.
    }

    @Override
    public void finish() {
      Work begun = Objects.requireNonNull(work);
      await(begun);
      boolean unused = begun.releaseReference();
    }

    @Override
    public void close() {
      numbers.close();
    }
  }
}
