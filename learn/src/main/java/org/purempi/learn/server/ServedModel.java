package org.purempi.learn.server;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.learn.ElementType;
import org.purempi.learn.Model;
import org.purempi.learn.Parameter;

/**
 * A model whose parameters are keys of a store. The first parameter has the highest priority, for
 * the next forward pass needs it first. Buffers of the model stay each worker's own.
 */
public final class ServedModel {
  private final Model model;
  private final KVStore store;
  private final boolean pullsValues;
  private final List<Parameter> parameters;
  private final @Nullable Pending[] started;
  private float factor = 1;

  private ServedModel(Model model, KVStore store, boolean pullsValues) {
    this.model = model;
    this.store = store;
    this.pullsValues = pullsValues;
    this.parameters = model.parameters();
    this.started = new Pending[parameters.size()];
    for (Parameter p : parameters) {
      if (p.type() != ElementType.FLOAT32) {
        throw new IllegalArgumentException(
            "parameter " + p.name() + " is " + p.type() + ": servers hold FLOAT32 only");
      }
    }
    for (int i = 0; i < parameters.size(); i++) {
      store.init(parameters.get(i).name(), parameters.get(i).values(), -i);
    }
  }

  /**
   * A step pushes gradients and pulls values: the server has the update rule. Makes the keys, so it
   * is collective over the workers; all begin with the values of the lowest rank.
   *
   * @throws IllegalArgumentException if a parameter is not of float32
   */
  public static ServedModel values(Model model, KVStore store) {
    return new ServedModel(model, store, true);
  }

  /**
   * A step pushes gradients and pulls what the server makes of them, in their place: servers are a
   * summation service, as BytePS has it on spare ranks, with {@link UpdateRule#ASSIGN} and {@link
   * Consistency#BSP}. The worker applies the rule itself, and zeroes the gradients. Else as {@link
   * #values}.
   */
  public static ServedModel gradients(Model model, KVStore store) {
    return new ServedModel(model, store, false);
  }

  /**
   * Multiplies gradients before they are pushed, in place: by minus the learning rate for a store
   * that only adds.
   */
  public ServedModel scaledBy(double by) {
    factor = (float) by;
    return this;
  }

  /**
   * Pushes each gradient as soon as a backward pass has it, if the engine can tell; else nothing
   * changes. Each step then has one backward pass.
   */
  public ServedModel overlapping() {
    boolean unused = model.onGradient(this::start);
    return this;
  }

  private void start(int index) {
    Parameter p = parameters.get(index);
    MemorySegment gradient = p.gradient();
    if (factor != 1) {
      Floats.scale(gradient, factor);
    }
    started[index] = store.ipushPull(p.name(), gradient, pullsValues ? p.values() : gradient);
  }

  /**
   * Pushes all gradients that have not been pushed, the last ones first, and waits for what comes
   * back, the first ones first. If values come back, gradients are zero afterwards.
   */
  public void step() {
    for (int i = started.length - 1; i >= 0; i--) {
      if (started[i] == null) {
        start(i);
      }
    }
    for (int i = 0; i < started.length; i++) {
      @Nullable Pending pending = started[i];
      started[i] = null;
      if (pending != null) {
        pending.waitFor();
      }
    }
    if (pullsValues) {
      model.zeroGradients();
    }
  }
}
