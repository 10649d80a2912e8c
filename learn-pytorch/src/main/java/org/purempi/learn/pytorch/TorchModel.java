package org.purempi.learn.pytorch;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Module;
import org.bytedeco.pytorch.StringTensorDict;
import org.bytedeco.pytorch.StringTensorDictItem;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;
import org.purempi.learn.Model;
import org.purempi.learn.Parameter;

/**
 * A PyTorch module as a model. PyTorch computes in memory of ours: all values lie side by side, and
 * so do all gradients, as its own DistributedDataParallel has these with {@code
 * gradient_as_bucket_view}.
 *
 * <pre>
 * TorchLibrary.load(world);
 * try (var model = new TorchModel(module);
 *     var parallel = DataParallel.setup(world, model).open()) {
 *   for (…) {
 *     try (var _ = new PointerScope()) {
 *       model.zeroGradients();
 *       model.backward(loss(module.forward(x), y)); // of this rank's examples
 *       parallel.finish();
 *       optimizer.step(); // PyTorch's, or one of parallel.optimizer(…)
 *     }
 *   }
 * }
 * </pre>
 *
 * <p>A backward pass goes by {@link #backward}, not by the loss's own method. A step belongs into a
 * {@link PointerScope}, for the garbage collector does not know how large tensors are. Parameters
 * that need no gradient, because they are frozen, are not among the model's: every rank loads the
 * same. For one thread; ranks that are threads of one JVM have a module each.
 */
public final class TorchModel implements Model, AutoCloseable {
  /** No parameter. */
  private static final int NONE = -1;

  private static final long CACHE_LINE_BYTES = 64;

  private final Arena arena = Arena.ofShared();
  private final List<TorchParameter> tensors = new ArrayList<>();
  private final List<Parameter> parameters = new ArrayList<>();
  private final List<MemorySegment> buffers = new ArrayList<>();
  private final boolean isOfOneType;
  private final MemorySegment values;
  private final MemorySegment gradients;

  private @Nullable IntConsumer ready;
  private boolean isRunning;
  private int computed = NONE;
  private final BitSet told = new BitSet();
  private @Nullable Throwable failure;

  /** Keeps the buffers. */
  private final Module module;

  /**
   * Moves the values to one memory, and the gradients, which are zero, to another one.
   *
   * @throws IllegalArgumentException if no parameter needs a gradient, or if one is not on the CPU,
   *     has gaps, or is not of a floating type
   */
  public TorchModel(Module module) {
    try (var _ = new PointerScope()) {
      StringTensorDict all = module.named_parameters();
      Set<Long> seen = new HashSet<>(); // a tensor that modules share has several names
      for (long i = 0; i < all.size(); i++) {
        StringTensorDictItem item = all.get(i);
        boolean isNew = seen.add(item.value().unsafeGetTensorImpl().address());
        if (isNew && item.value().requires_grad()) {
          tensors.add(new TorchParameter(item.key().getString(), item.value()));
        }
      }
      if (tensors.isEmpty()) {
        throw new IllegalArgumentException("no parameter of the module needs a gradient");
      }
      findBuffers(module.named_buffers());
      isOfOneType = tensors.stream().map(TorchParameter::type).distinct().count() == 1;
      long[] offsets = offsets();
      values = arena.allocate(offsets[tensors.size()], CACHE_LINE_BYTES);
      gradients = arena.allocate(offsets[tensors.size()], CACHE_LINE_BYTES);
      place(offsets);
      this.module = module.retainReference();
    }
  }

  /** Where the values, and the gradients, of each parameter begin, and the end. */
  private long[] offsets() {
    long[] offsets = new long[tensors.size() + 1];
    for (int i = 0; i < tensors.size(); i++) {
      int width = tensors.get(i).type().bytes();
      offsets[i] = (offsets[i] + width - 1) / width * width;
      offsets[i + 1] = offsets[i] + tensors.get(i).bytes();
    }
    return offsets;
  }

  private void place(long[] offsets) {
    for (int i = 0; i < tensors.size(); i++) {
      long bytes = tensors.get(i).bytes();
      parameters.add(
          tensors
              .get(i)
              .place(values.asSlice(offsets[i], bytes), gradients.asSlice(offsets[i], bytes)));
    }
  }

  private void findBuffers(StringTensorDict all) {
    for (long i = 0; i < all.size(); i++) {
      Tensor tensor = all.get(i).value();
      if (tensor.scalar_type().intern() == ScalarType.Float) {
        TorchParameter.checkMemory(all.get(i).key().getString(), tensor);
        buffers.add(TorchParameter.memory(tensor, arena));
      }
    }
  }

  @Override
  public List<Parameter> parameters() {
    return List.copyOf(parameters);
  }

  /** The module's buffers of float32; a count of batches, an integer, is the same on all ranks. */
  @Override
  public List<MemorySegment> buffers() {
    return List.copyOf(buffers);
  }

  /** Null if the parameters are of several types. */
  @Override
  public @Nullable MemorySegment gradients() {
    return isOfOneType ? gradients : null;
  }

  /** Null if the parameters are of several types. */
  @Override
  public @Nullable MemorySegment values() {
    return isOfOneType ? values : null;
  }

  @Override
  public void zeroGradients() {
    gradients.fill((byte) 0);
  }

  @Override
  public boolean onGradient(IntConsumer whom) {
    if (ready == null) {
      for (int i = 0; i < tensors.size(); i++) {
        int parameter = i;
        tensors.get(i).hook(() -> fires(parameter));
      }
    }
    ready = whom;
    return true;
  }

  /**
   * Adds to the gradients of all parameters. Whoever {@link #onGradient} names hears of each
   * parameter once, the unused ones too, which come last; what it throws is thrown when the pass
   * has ended, and it is not called again in that pass.
   *
   * @param loss a single number
   * @throws IllegalStateException if another tensor has taken the place of a gradient
   */
  public void backward(Tensor loss) {
    told.clear();
    computed = NONE;
    failure = null;
    isRunning = true;
    try (var _ = new PointerScope()) {
      for (int i = 0; i < tensors.size(); i++) {
        tensors.get(i).putBack(parameters.get(i));
      }
      loss.backward();
    } finally {
      isRunning = false;
    }
    tell(computed);
    for (int i = tensors.size() - 1; i >= 0; i--) {
      tell(i);
    }
    throwFailure();
  }

  /** A gradient has been computed: now the one before it has been added. */
  private void fires(int parameter) {
    if (!isRunning) {
      throw new IllegalStateException("a backward pass goes by TorchModel.backward(loss)");
    }
    tell(computed);
    computed = parameter;
  }

  private void tell(int parameter) {
    if (parameter == NONE || ready == null || failure != null || told.get(parameter)) {
      return;
    }
    told.set(parameter);
    try {
      ready.accept(parameter);
    } catch (RuntimeException | Error e) {
      failure = e; // on its way through native code it would lose its class
    }
  }

  private void throwFailure() {
    switch (failure) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> {}
    }
  }

  /**
   * Checks that values and gradients are where {@link #parameters} says.
   *
   * @throws IllegalStateException naming one that is not
   */
  public void checkPlaces() {
    try (var _ = new PointerScope()) {
      for (int i = 0; i < tensors.size(); i++) {
        tensors.get(i).checkPlaces(parameters.get(i));
      }
    }
  }

  /** Gives the module back, with its values, in memory of PyTorch, and without gradients. */
  @Override
  public void close() {
    try (var _ = new PointerScope()) {
      tensors.forEach(TorchParameter::close);
    }
    boolean unused = module.releaseReference();
    arena.close();
  }
}
