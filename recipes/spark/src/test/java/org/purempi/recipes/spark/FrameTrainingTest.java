package org.purempi.recipes.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.learn.Adam;
import org.purempi.learn.Sgd;
import org.purempi.learn.engine.Dense;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.Relu;
import org.purempi.learn.engine.SoftmaxCrossEntropy;
import org.purempi.learn.engine.Tensor;

/** Spark itself, with its tasks as threads of this JVM. */
@Timeout(300)
class FrameTrainingTest {
  private static final int ROWS = 480;
  private static final int RANKS = 4;
  private static final int RINGS = 3;

  private static SparkSession spark;

  @BeforeAll
  static void start() {
    spark =
        SparkSession.builder()
            .master("local[" + RANKS + "]")
            .appName("training")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .getOrCreate();
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  private static Network network() {
    return new Network(5, List.of(new Dense(2, 32), new Relu(), new Dense(32, RINGS)));
  }

  /** Points of the plane in rings, one class for each ring. */
  private static List<Row> points(int count, long seed) {
    var random = new Random(seed);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int ring = random.nextInt(RINGS);
      double angle = random.nextDouble() * 2 * Math.PI;
      double radius = 0.4 + ring * 0.6 + 0.08 * random.nextGaussian();
      double[] point = {radius * Math.cos(angle), radius * Math.sin(angle)};
      rows.add(RowFactory.create(point, ring));
    }
    return rows;
  }

  /** A partition for each of the lists. */
  private static Dataset<Row> frame(List<List<Row>> partitions) {
    List<List<Row>> copies = partitions.stream().map(List::copyOf).toList(); // serialisable
    JavaRDD<Row> rows =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(copies, copies.size())
            .flatMap(List::iterator);
    StructType columns =
        new StructType()
            .add("at", DataTypes.createArrayType(DataTypes.DoubleType))
            .add("ring", DataTypes.IntegerType);
    return spark.createDataFrame(rows, columns);
  }

  private static List<List<Row>> even(List<Row> rows) {
    int each = rows.size() / RANKS;
    List<List<Row>> partitions = new ArrayList<>();
    for (int rank = 0; rank < RANKS; rank++) {
      partitions.add(rows.subList(rank * each, (rank + 1) * each));
    }
    return partitions;
  }

  private static double accuracy(Network network, List<Row> points) {
    var x = new Tensor(points.size(), 2);
    int[] rings = new int[points.size()];
    for (int i = 0; i < rings.length; i++) {
      double[] at = points.get(i).getAs(0);
      x.data()[2 * i] = (float) at[0];
      x.data()[2 * i + 1] = (float) at[1];
      rings[i] = points.get(i).getInt(1);
    }
    var result = SoftmaxCrossEntropy.of(network.apply(x), rings, 1);
    return result.right() / (double) rings.length;
  }

  @Test
  void theTrainedNetworkKnowsRowsThatItHasNotSeen() {
    List<Row> rows = points(ROWS, 1);
    // Partitions of 27, 133 and 320 rows, and one without any.
    List<List<Row>> partitions =
        List.of(rows.subList(0, 27), List.of(), rows.subList(27, 160), rows.subList(160, ROWS));
    var training = new FrameTraining(FrameTrainingTest::network, () -> new Adam(0.02), 20, 30, 1);
    Learned learned = training.run(frame(partitions), "at", "ring");
    assertThat(learned.losses()).hasSize(30);
    List<Row> others = points(300, 2);
    assertThat(accuracy(network(), others)).isLessThan(0.7);
    assertThat(accuracy(learned.into(network()), others)).isGreaterThan(0.93);
  }

  /** Every step is of all rows, so that their order does not matter. */
  @Test
  void ranksLearnFromAllRowsAsOneRankDoes() {
    List<Row> rows = points(ROWS, 1);
    var training =
        new FrameTraining(FrameTrainingTest::network, () -> new Sgd(0.3, 0.9, 0), ROWS, 25, 1);
    List<Double> alone = training.run(frame(List.of(rows)), "at", "ring").losses();
    List<Double> together = training.run(frame(even(rows)), "at", "ring").losses();
    assertThat(together).hasSameSizeAs(alone);
    for (int epoch = 0; epoch < alone.size(); epoch++) {
      assertThat(together.get(epoch))
          .as("epoch %s", epoch)
          .isCloseTo(alone.get(epoch), within(1e-4));
    }
    assertThat(alone.getLast()).isLessThan(alone.getFirst() / 2);
  }

  /** One rank gets its rows so that each of its batches is those of all ranks side by side. */
  @Test
  void ranksLearnFromBatchesAsOneRankDoes() {
    int batch = 10;
    List<List<Row>> partitions = even(points(ROWS, 1));
    List<Integer> order = Examples.order(ROWS / RANKS, 1);
    List<Row> taken = new ArrayList<>();
    for (int first = 0; first < order.size(); first += batch) {
      for (List<Row> partition : partitions) {
        order.subList(first, first + batch).forEach(place -> taken.add(partition.get(place)));
      }
    }
    List<Row> rows = new ArrayList<>(taken);
    List<Integer> places = Examples.order(ROWS, 1);
    for (int i = 0; i < ROWS; i++) {
      rows.set(places.get(i), taken.get(i));
    }
    Learned together = train(batch, frame(partitions));
    Learned alone = train(batch * RANKS, frame(List.of(rows)));
    assertThat(together.losses().getFirst()).isCloseTo(alone.losses().getFirst(), within(1e-4));
    Network expected = alone.into(network());
    Network network = together.into(network());
    assertThat(values(network)).containsExactly(values(expected), within(1e-4f));
    assertThat(values(network)).isNotEqualTo(values(network()));
  }

  private static Learned train(int batch, Dataset<Row> rows) {
    return new FrameTraining(FrameTrainingTest::network, () -> new Sgd(0.1), batch, 1, 1)
        .run(rows, "at", "ring");
  }

  private static float[] values(Network network) {
    return network.values().toArray(ValueLayout.JAVA_FLOAT);
  }

  @Test
  void rowsThatDoNotFitAreNamed() {
    var training = new FrameTraining(FrameTrainingTest::network, () -> new Sgd(0.1), 4, 1, 1);
    List<Row> good = points(2, 1);
    List<Row> wide = List.of(good.get(0), RowFactory.create(new double[] {1, 2, 3}, 0));
    assertThatThrownBy(() -> training.run(frame(List.of(good, wide)), "at", "ring"))
        .hasMessageContaining("rank 1 of 2 failed")
        .hasMessageContaining("row 1 of the partition has 3 features, and the first has 2");
    List<Row> unknown = List.of(RowFactory.create(new double[] {1, 2}, RINGS));
    assertThatThrownBy(() -> training.run(frame(List.of(good, unknown)), "at", "ring"))
        .hasMessageContaining("row 0 of the partition is of class 3, and the network knows 0 to 2");
    assertThatThrownBy(() -> training.run(frame(List.of(List.of(), List.of())), "at", "ring"))
        .hasMessageContaining("the DataFrame has no rows");
  }
}
