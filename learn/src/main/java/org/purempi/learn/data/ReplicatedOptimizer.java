package org.purempi.learn.data;

import org.purempi.Buf;
import org.purempi.checkpoint.Checkpoint;
import org.purempi.learn.Model;
import org.purempi.learn.Optimizer;
import org.purempi.learn.Parameter;

/** Every rank updates the whole model, with the same gradients. */
final class ReplicatedOptimizer extends StatefulOptimizer {
  ReplicatedOptimizer(Model model, Optimizer rule) {
    super(model, rule, model.parameters().stream().mapToLong(Parameter::size));
  }

  @Override
  void update() {
    int i = 0;
    for (Parameter p : model.parameters()) {
      update(i++, p.values(), p.gradient());
    }
  }

  @Override
  public void register(Checkpoint checkpoint, String prefix) {
    super.register(checkpoint, prefix);
    int i = 0;
    for (Parameter p : model.parameters()) {
      int w = 0;
      for (Buf b : buffers(i++)) {
        checkpoint.replicated(prefix + ".state" + w++ + "." + p.name(), b);
      }
    }
  }
}
