package org.purempi.learn.data;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.checkpoint.Checkpoint;
import org.purempi.learn.ElementType;
import org.purempi.learn.Model;
import org.purempi.learn.Optimizer;
import org.purempi.learn.Parameter;

/** The rule, the number of steps, and the state of stretches of numbers. */
abstract class StatefulOptimizer implements ModelOptimizer {
  final Model model;
  private final long[] steps = {0};
  private final List<List<MemorySegment>> states = new ArrayList<>();
  private final int width;
  private Optimizer rule;

  /** Zeros for stretches of so many numbers. */
  StatefulOptimizer(Model model, Optimizer rule, LongStream counts) {
    requireFloats(model);
    this.model = model;
    this.rule = rule;
    this.width = rule.stateWidth();
    for (long count : counts.toArray()) {
      List<MemorySegment> state = new ArrayList<>();
      for (int w = 0; w < width; w++) {
        state.add(
            Arena.ofAuto()
                .allocate(Math.max(1, count) * Float.BYTES, 64)
                .asSlice(0, count * Float.BYTES));
      }
      states.add(state);
    }
  }

  private static void requireFloats(Model model) {
    for (Parameter p : model.parameters()) {
      if (p.type() != ElementType.FLOAT32) {
        throw new IllegalArgumentException(
            "optimisers update FLOAT32 alone, and parameter %s is of %s: let the engine do it"
                .formatted(p.name(), p.type()));
      }
    }
  }

  @Override
  public final void step() {
    steps[0]++;
    update();
  }

  /** Updates all stretches. */
  abstract void update();

  final void update(int stretch, MemorySegment values, MemorySegment gradient) {
    rule.update(values, gradient, states.get(stretch), steps[0]);
  }

  @Override
  public final long steps() {
    return steps[0];
  }

  @Override
  public final void rule(Optimizer other) {
    if (other.stateWidth() != width) {
      throw new IllegalArgumentException(
          "a rule with %d numbers of state for each value, and there are %d"
              .formatted(other.stateWidth(), width));
    }
    rule = other;
  }

  @Override
  public final long stateBytes() {
    return states.stream().flatMap(List::stream).mapToLong(MemorySegment::byteSize).sum();
  }

  /** The state of one stretch, each number for itself. */
  final List<Buf> buffers(int stretch) {
    return states.get(stretch).stream()
        .map(s -> Buf.of(s, s.byteSize() / Float.BYTES, Datatype.FLOAT))
        .toList();
  }

  /** Registers the number of steps, and the values and buffers of the model. */
  @Override
  public void register(Checkpoint checkpoint, String prefix) {
    checkpoint.replicated(prefix + ".steps", Buf.of(steps));
    for (Parameter p : model.parameters()) {
      checkpoint.replicated(
          prefix + ".value." + p.name(), Buf.of(p.values(), p.size(), Datatype.FLOAT));
    }
    int i = 0;
    for (MemorySegment b : model.buffers()) {
      checkpoint.replicated(
          prefix + ".buffer." + i++, Buf.of(b, b.byteSize() / Float.BYTES, Datatype.FLOAT));
    }
  }
}
