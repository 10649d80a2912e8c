package org.purempi.learn.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.util.Pair;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.purempi.learn.ElementType;
import org.purempi.learn.Model;
import org.purempi.learn.Parameter;

/**
 * What a DJL trainer trains, as a model: values and gradients are PyTorch's own memory. DJL does
 * not tell when a gradient is complete, and lets nobody say where one lies: so there is no {@link
 * #onGradient}, and no memory of all gradients.
 *
 * <pre>
 * DjlLibrary.load(world);
 * …                                             // a trainer, initialised
 * try (var parallel = DataParallel.setup(world, new DjlModel(trainer)).open()) {
 *   for (…) {
 *     try (GradientCollector collector = trainer.newGradientCollector()) {
 *       collector.backward(trainer.getLoss().evaluate(labels, trainer.forward(inputs)));
 *     }
 *     parallel.finish();
 *     trainer.step();                           // sets the gradients to zero, too
 *   }
 * }
 * </pre>
 *
 * <p>DJL has one collector of gradients at a time in a JVM: so ranks are processes. Frozen
 * parameters are not among the model's: every rank loads the same. For one thread; the trainer must
 * live as long.
 */
public final class DjlModel implements Model {
  private final Map<String, ai.djl.nn.Parameter> learned = new LinkedHashMap<>();
  private final List<Parameter> parameters = new ArrayList<>();
  private final List<MemorySegment> buffers = new ArrayList<>();

  /**
   * Sets all gradients to zero.
   *
   * @param trainer has been initialised
   * @throws IllegalArgumentException if it has not, is not of PyTorch on the CPU, if no parameter
   *     needs a gradient, or if one is not of a floating type
   */
  public DjlModel(Trainer trainer) {
    for (Pair<String, ai.djl.nn.Parameter> pair : trainer.getModel().getBlock().getParameters()) {
      String name = pair.getKey();
      ai.djl.nn.Parameter parameter = pair.getValue();
      if (!parameter.isInitialized()) {
        throw new IllegalArgumentException(
            name + " has no values yet: call trainer.initialize(shapes) before");
      }
      if (parameter.requiresGradient()) {
        learned.put(name, parameter);
      } else if (isStatistic(parameter)) {
        buffers.add(memory(name, parameter.getArray()));
      }
    }
    if (learned.isEmpty()) {
      throw new IllegalArgumentException("no parameter of the model needs a gradient");
    }
    makeGradients(trainer);
    learned.forEach((name, p) -> parameters.add(parameter(name, p.getArray())));
    checkPlaces();
  }

  private static boolean isStatistic(ai.djl.nn.Parameter parameter) {
    return switch (parameter.getType()) {
      case RUNNING_MEAN, RUNNING_VAR -> parameter.getArray().getDataType() == DataType.FLOAT32;
      default -> false;
    };
  }

  /**
   * Before the first backward pass there are none: DJL would answer a fresh array of zeros each
   * time. So here is a pass of a loss that depends on nothing.
   */
  private void makeGradients(Trainer trainer) {
    try (GradientCollector collector = trainer.newGradientCollector()) {
      for (ai.djl.nn.Parameter parameter : learned.values()) {
        try (NDArray zeros = parameter.getArray().mul(0);
            NDArray loss = zeros.sum()) {
          collector.backward(loss);
        }
      }
    }
  }

  private static Parameter parameter(String name, NDArray array) {
    try (NDArray gradient = array.getGradient()) {
      return new Parameter(
          name,
          LongStream.of(array.getShape().getShape()).boxed().toList(),
          type(name, array),
          memory(name, array),
          memory("the gradient of " + name, gradient));
    }
  }

  private static ElementType type(String name, NDArray array) {
    return switch (array.getDataType()) {
      case FLOAT32 -> ElementType.FLOAT32;
      case FLOAT64 -> ElementType.FLOAT64;
      case FLOAT16 -> ElementType.FLOAT16;
      case BFLOAT16 -> ElementType.BFLOAT16;
      default ->
          throw new IllegalArgumentException(
              name + " is of " + array.getDataType() + ", not of a float");
    };
  }

  private static MemorySegment memory(String name, NDArray array) {
    if (!(array instanceof PtNDArray tensor) || array.getDevice().isGpu()) {
      throw new IllegalArgumentException(
          name + " is not an array of PyTorch on the CPU: give the trainer optDevices of the CPU");
    }
    ByteBuffer bytes = tensor.toByteBuffer(true); // without true it would be a copy
    if (!bytes.isDirect()) {
      throw new IllegalArgumentException(name + " is no memory that PyTorch shows");
    }
    return MemorySegment.ofBuffer(bytes);
  }

  @Override
  public List<Parameter> parameters() {
    return List.copyOf(parameters);
  }

  /** Running means and variances of batch normalisations. */
  @Override
  public List<MemorySegment> buffers() {
    return List.copyOf(buffers);
  }

  /**
   * Checks that values and gradients are where {@link #parameters} says. It costs some 10 µs a
   * parameter.
   *
   * @throws IllegalStateException naming one that is not
   */
  public void checkPlaces() {
    for (Parameter p : parameters) {
      if (!isInPlace(p, Objects.requireNonNull(learned.get(p.name())).getArray())) {
        throw new IllegalStateException(
            p.name()
                + " or its gradient has moved, or has gaps: change arrays in place, and make the"
                + " model anew after what replaces them");
      }
    }
  }

  private static boolean isInPlace(Parameter p, NDArray array) {
    if (!array.hasGradient() || memory(p.name(), array).address() != p.values().address()) {
      return false;
    }
    try (NDArray gradient = array.getGradient()) {
      return memory(p.name(), gradient).address() == p.gradient().address();
    }
  }
}
