package org.purempi.learn.engine;

import java.util.List;

/** A row of a table for each word of an example; the words are whole numbers from 0 on. */
public final class Embedding extends Layer {
  private final int words;
  private final int width;
  private final Weights table;

  /** A table of so many words, each of which becomes so many numbers. */
  public Embedding(int words, int width) {
    this(words, width, new Weights("table", List.of((long) words, (long) width), 1));
  }

  private Embedding(int words, int width, Weights table) {
    super(table);
    this.words = words;
    this.width = width;
    this.table = table;
  }

  @Override
  public Tensor forward(Tensor x, Memo memo) {
    memo.push(x);
    var y = new Tensor(x.rows(), x.columns() * width);
    for (int i = 0; i < x.data().length; i++) {
      int from = table.at() + word(x.data()[i]) * width;
      System.arraycopy(table.values(), from, y.data(), i * width, width);
    }
    return y;
  }

  private int word(float number) {
    int word = (int) number;
    if (word != number || word < 0 || word >= words) {
      throw new IllegalArgumentException(this + " has no word " + number);
    }
    return word;
  }

  /** Nothing is learned of the words themselves: their gradient is zero. */
  @Override
  public Tensor backward(Tensor gradient, Memo memo) {
    Tensor x = memo.pop(Tensor.class);
    for (int i = 0; i < x.data().length; i++) {
      int to = table.at() + word(x.data()[i]) * width;
      for (int j = 0; j < width; j++) {
        table.gradients()[to + j] += gradient.data()[i * width + j];
      }
    }
    return new Tensor(x.rows(), x.columns());
  }

  @Override
  public String toString() {
    return "Embedding(" + words + ", " + width + ")";
  }
}
