package org.purempi.learn.engine;

import java.util.List;

/** A row of a table for each word of an example; the words are whole numbers from 0 on. */
public class Embedding extends Layer {
  private final int words;
  private final int width;
  private final int first;
  private final int count;
  private final Weights table;

  /** A table of so many words, each of which becomes so many numbers. */
  public Embedding(int words, int width) {
    this(words, width, 0, words);
  }

  /**
   * A part of a table: the words from {@code first} on, {@code count} of them. The others become
   * zeros.
   */
  public Embedding(int words, int width, int first, int count) {
    this(
        words,
        width,
        first,
        count,
        new Weights(
            "table", List.of((long) count, (long) width), 1, i -> (long) first * width + i));
  }

  private Embedding(int words, int width, int first, int count, Weights table) {
    super(table);
    this.words = words;
    this.width = width;
    this.first = first;
    this.count = count;
    this.table = table;
  }

  @Override
  public Tensor forward(Tensor x, Memo memo) {
    memo.push(x);
    var y = new Tensor(x.rows(), x.columns() * width);
    for (int i = 0; i < x.data().length; i++) {
      int row = row(x.data()[i]);
      if (has(row)) {
        System.arraycopy(table.values(), table.at() + row * width, y.data(), i * width, width);
      }
    }
    return y;
  }

  /** Where a word's row is, counted from the first one here. */
  private int row(float number) {
    int word = (int) number;
    if (word != number || word < 0 || word >= words) {
      throw new IllegalArgumentException(this + " has no word " + number);
    }
    return word - first;
  }

  private boolean has(int row) {
    return row >= 0 && row < count;
  }

  /** Nothing is learned of the words themselves: their gradient is zero. */
  @Override
  public Tensor backward(Tensor gradient, Memo memo) {
    Tensor x = memo.pop(Tensor.class);
    for (int i = 0; i < x.data().length; i++) {
      int row = row(x.data()[i]);
      for (int j = 0; has(row) && j < width; j++) {
        table.gradients()[table.at() + row * width + j] += gradient.data()[i * width + j];
      }
    }
    return new Tensor(x.rows(), x.columns());
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + "(" + words + ", " + width + ")";
  }
}
