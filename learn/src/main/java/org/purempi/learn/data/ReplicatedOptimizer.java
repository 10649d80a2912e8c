package org.purempi.learn.data;

import org.purempi.Buf;
import org.purempi.checkpoint.Checkpoint;
import org.purempi.learn.Model;
import org.purempi.learn.Optimizer;
import org.purempi.learn.Parameter;

/** Every rank updates the whole model, with the same gradients. */
final class ReplicatedOptimizer implements ModelOptimizer {
  private final Model model;
  private final OptimizerState state;

  ReplicatedOptimizer(Model model, Optimizer rule) {
    OptimizerState.requireFloats(model);
    this.model = model;
    this.state =
        new OptimizerState(rule, model.parameters().stream().mapToLong(Parameter::size).toArray());
  }

  @Override
  public void step() {
    state.next();
    int i = 0;
    for (Parameter p : model.parameters()) {
      state.update(i++, p.values(), p.gradient());
    }
  }

  @Override
  public long steps() {
    return state.steps();
  }

  @Override
  public void rule(Optimizer rule) {
    state.rule(rule);
  }

  @Override
  public long stateBytes() {
    return state.bytes();
  }

  @Override
  public void register(Checkpoint checkpoint, String prefix) {
    state.register(checkpoint, prefix, model);
    int i = 0;
    for (Parameter p : model.parameters()) {
      int w = 0;
      for (Buf b : state.buffers(i++)) {
        checkpoint.replicated(prefix + ".state" + w++ + "." + p.name(), b);
      }
    }
  }
}
