package org.purempi.learn.pytorch;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorBase;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.VoidTensorHook;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;
import org.purempi.learn.ElementType;
import org.purempi.learn.Parameter;

/** A tensor that is learned, whose values and gradient are made to lie where they are wanted. */
final class TorchParameter {
  private final String name;
  private final Tensor tensor;
  private final ElementType type;
  private @Nullable Tensor gradient;

  /** PyTorch keeps no reference that the garbage collector knows of. */
  private @Nullable VoidTensorHook hook;

  private int hookId;

  /**
   * Keeps the tensor until {@link #close}.
   *
   * @throws IllegalArgumentException if its numbers are not memory of this process, row by row
   */
  TorchParameter(String name, Tensor tensor) {
    this.name = name;
    this.tensor = new Tensor(tensor).retainReference();
    this.type = type(name, tensor);
    checkMemory(name, tensor);
  }

  /** Throws if a tensor's numbers are not memory of this process, row by row. */
  static void checkMemory(String name, Tensor tensor) {
    if (!tensor.is_cpu() || !tensor.is_contiguous()) {
      throw new IllegalArgumentException(
          "%s lies %s: move it to the CPU, and make it contiguous, before the model is made"
              .formatted(name, tensor.is_cpu() ? "with gaps" : "on " + tensor.device()));
    }
  }

  private static ElementType type(String name, Tensor tensor) {
    ScalarType type = tensor.scalar_type().intern();
    return switch (type) {
      case Float -> ElementType.FLOAT32;
      case Double -> ElementType.FLOAT64;
      case Half -> ElementType.FLOAT16;
      case BFloat16 -> ElementType.BFLOAT16;
      default -> throw new IllegalArgumentException(name + " is of " + type + ", not of a float");
    };
  }

  ElementType type() {
    return type;
  }

  long bytes() {
    return tensor.nbytes();
  }

  /** Lets values and gradient, which is zero, lie there. */
  Parameter place(MemorySegment values, MemorySegment gradients) {
    Tensor here = at(values);
    here.copy_(tensor.detach());
    tensor.set_data(here);
    gradient = at(gradients).<Tensor>retainReference();
    tensor.mutable_grad().put(gradient);
    List<Long> shape = LongStream.of(shape()).boxed().toList();
    return new Parameter(name, shape, type, values, gradients);
  }

  private Tensor at(MemorySegment memory) {
    var first = new Pointer(memory.asSlice(0, Math.min(1, memory.byteSize())).asByteBuffer());
    return torch.from_blob(first, shape(), new TensorOptions(tensor.scalar_type()));
  }

  /** The numbers of a tensor, as long as the arena lives. */
  @SuppressWarnings("restricted") // the tensor says how long it is, and lives as long
  static MemorySegment memory(Tensor tensor, Arena arena) {
    return MemorySegment.ofAddress(tensor.data_ptr().address())
        .reinterpret(tensor.nbytes(), arena, null);
  }

  private long[] shape() {
    long[] shape = new long[Math.toIntExact(tensor.dim())];
    Arrays.setAll(shape, tensor::size);
    return shape;
  }

  /** Calls in each backward pass when the gradient has been computed, but not yet added. */
  void hook(Runnable called) {
    hook =
        new VoidTensorHook() {
          @Override
          public void call(TensorBase computed) {
            called.run();
          }
        }.retainReference();
    hookId = tensor.register_hook(hook);
  }

  /**
   * Takes the gradient back to its place if an optimiser has set it to none.
   *
   * @throws IllegalStateException if another tensor has taken it
   */
  void putBack(Parameter parameter) {
    Tensor now = tensor.mutable_grad();
    if (now.defined()) {
      checkGradient(now, parameter);
    } else {
      parameter.gradient().fill((byte) 0);
      now.put(gradient);
    }
  }

  /** Throws if values or gradient are not where the parameter says. */
  void checkPlaces(Parameter parameter) {
    checkGradient(tensor.grad(), parameter);
    if (tensor.data_ptr().address() != parameter.values().address()) {
      throw new IllegalStateException(
          "the values of %s have moved: change them in place, or make the model anew after that"
              .formatted(name));
    }
  }

  private void checkGradient(Tensor now, Parameter parameter) {
    if (!now.defined() || now.data_ptr().address() != parameter.gradient().address()) {
      throw new IllegalStateException(
          "the gradient of %s has been replaced: set it to zero with zeroGradients()"
              .formatted(name));
    }
  }

  /** Gives the tensor back, with memory of PyTorch and no gradient. */
  void close() {
    if (hook != null) {
      tensor.remove_hook(hookId);
      boolean unused = hook.releaseReference();
    }
    if (gradient != null) {
      tensor.mutable_grad().put(new Tensor());
      tensor.set_data(tensor.detach().clone());
      boolean unused = gradient.releaseReference();
    }
    boolean unused = tensor.releaseReference();
  }
}
