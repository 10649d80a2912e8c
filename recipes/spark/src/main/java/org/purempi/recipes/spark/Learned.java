package org.purempi.recipes.spark;

import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.purempi.learn.Model;
import org.purempi.learn.Parameter;

/** What comes back to the driver: the values of a network that was trained, and its losses. */
public final class Learned implements Serializable {
  private static final long serialVersionUID = 1;

  private final ArrayList<float[]> numbers = new ArrayList<>();
  private final ArrayList<Double> losses;

  private Learned(List<Double> losses) {
    this.losses = new ArrayList<>(losses);
  }

  static Learned of(Model model, List<Double> losses) {
    var learned = new Learned(losses);
    memories(model).forEach(m -> learned.numbers.add(m.toArray(ValueLayout.JAVA_FLOAT)));
    return learned;
  }

  /** Values and buffers, always in the same order. */
  private static List<MemorySegment> memories(Model model) {
    List<MemorySegment> all = new ArrayList<>();
    model.parameters().stream().map(Parameter::values).forEach(all::add);
    all.addAll(model.buffers());
    return all;
  }

  /** The mean loss over all rows while they were learned from, epoch by epoch. */
  public List<Double> losses() {
    return List.copyOf(losses);
  }

  /**
   * Puts the values and buffers into a model that was made as those of the ranks were.
   *
   * @return that model
   * @throws IllegalArgumentException if it was not
   */
  public <M extends Model> M into(M model) {
    List<MemorySegment> all = memories(model);
    boolean isAlike = all.size() == numbers.size();
    for (int i = 0; isAlike && i < all.size(); i++) {
      isAlike = all.get(i).byteSize() == (long) numbers.get(i).length * Float.BYTES;
    }
    if (!isAlike) {
      throw new IllegalArgumentException("the model has other parameters than the one trained");
    }
    for (int i = 0; i < all.size(); i++) {
      all.get(i).copyFrom(MemorySegment.ofArray(numbers.get(i)));
    }
    return model;
  }
}
