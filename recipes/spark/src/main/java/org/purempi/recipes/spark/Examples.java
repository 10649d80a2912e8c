package org.purempi.recipes.spark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.purempi.learn.engine.Tensor;

/** The rows of a partition, in memory. */
final class Examples {
  private final List<float[]> features = new ArrayList<>();
  private final List<Integer> labels = new ArrayList<>();

  /** The places of the rows in the partition, in the order in which they are taken. */
  private List<Integer> order = List.of();

  private Examples() {}

  /** Rows of two columns: an array of numbers, and the number of a class. */
  static Examples of(Iterator<Row> partition) {
    var examples = new Examples();
    while (partition.hasNext()) {
      examples.add(partition.next());
    }
    return examples;
  }

  private void add(Row row) {
    int place = features.size();
    if (row.isNullAt(0) || row.isNullAt(1)) {
      throw new IllegalArgumentException("row " + place + " of the partition has a null");
    }
    List<Number> numbers = row.getList(0);
    float[] values = new float[numbers.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = numbers.get(i).floatValue();
    }
    int length = place == 0 ? values.length : features.getFirst().length;
    if (values.length != length) {
      throw new IllegalArgumentException(
          "row %d of the partition has %d features, and the first has %d"
              .formatted(place, values.length, length));
    }
    Number label = row.getAs(1);
    features.add(values);
    labels.add(label.intValue());
  }

  int count() {
    return features.size();
  }

  /** Takes the rows in another order from now on. */
  void shuffle(long seed) {
    order = order(count(), seed);
  }

  /** The places of so many rows in an order that depends on the seed. */
  static List<Integer> order(int count, long seed) {
    List<Integer> places = new ArrayList<>(IntStream.range(0, count).boxed().toList());
    Collections.shuffle(places, new Random(seed));
    return places;
  }

  /** The features of some rows. */
  Tensor rows(int first, int count) {
    int columns = features.getFirst().length;
    var x = new Tensor(count, columns);
    for (int i = 0; i < count; i++) {
      System.arraycopy(features.get(order.get(first + i)), 0, x.data(), i * columns, columns);
    }
    return x;
  }

  /** The classes of some rows; there are so many of them. */
  int[] labels(int first, int count, int classes) {
    int[] some = new int[count];
    for (int i = 0; i < count; i++) {
      int place = order.get(first + i);
      some[i] = labels.get(place);
      if (some[i] < 0 || some[i] >= classes) {
        throw new IllegalArgumentException(
            "row %d of the partition is of class %d, and the network knows 0 to %d"
                .formatted(place, some[i], classes - 1));
      }
    }
    return some;
  }
}
