package org.purempi.learn.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.junit.Ranks;
import org.purempi.learn.data.DataParallel;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.Points;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** What people are shown is what has happened. */
class ReportTest {
  @TempDir static Path folder;

  private static Document parse(Path svg) throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile());
  }

  private static double number(NodeList nodes, int i, String attribute) {
    return Double.parseDouble(nodes.item(i).getAttributes().getNamedItem(attribute).getNodeValue());
  }

  @Test
  @Ranks(value = 2, seconds = 60)
  void aLineTellsOfAllRanks(Communicator world) {
    var out = new ByteArrayOutputStream();
    var progress =
        new Progress(world, "points", new PrintStream(out, true, StandardCharsets.UTF_8));
    progress.step(world.rank() == 0 ? 30 : 50, 20, null);
    progress.step(40, 20, null);
    Progress.Point point = progress.report("epoch 1");
    assertThat(point.step()).isEqualTo(2);
    assertThat(point.loss()).isCloseTo(160 / 80.0, within(1e-9));
    assertThat(point.perSecond()).isPositive();
    assertThat(point.efficiency()).isEqualTo(1);
    String line = out.toString(StandardCharsets.UTF_8);
    if (world.rank() == 0) {
      assertThat(line)
          .matches("epoch 1: loss 2\\.000000, [\\d,]+ points/s on 2 ranks, efficiency 100 %\\R");
    } else {
      assertThat(line).isEmpty();
    }
    progress.step(10, 10, null);
    assertThat(progress.report("epoch 2").loss()).isEqualTo(1);
    assertThat(progress.curve()).extracting(Progress.Point::step).containsExactly(2L, 3L);
  }

  @Test
  void aChartHasACurveForEachRun() throws Exception {
    Path file = folder.resolve("chart.svg");
    var fast = List.of(new Progress.Point(10, 2, 1, 1), new Progress.Point(20, 1, 1, 1));
    var slow = List.of(new Progress.Point(10, 2, 1, 1), new Progress.Point(40, 1.5, 1, 1));
    new Chart("a < b & c").add("fast", fast).add("slow", slow).write(file);
    NodeList curves = parse(file).getElementsByTagName("polyline");
    assertThat(curves.getLength()).isEqualTo(2);
    String points = curves.item(1).getAttributes().getNamedItem("points").getNodeValue();
    assertThat(points).matches("[\\d.]+,[\\d.]+ 700\\.0,[\\d.]+");
    assertThat(Files.readString(file)).contains("a &lt; b &amp; c", ">fast<", ">slow<");
    new Chart("nothing").write(file);
    assertThat(parse(file).getElementsByTagName("polyline").getLength()).isZero();
  }

  @Test
  void aLossThatIsNoNumberIsLeftOut() throws Exception {
    Path file = folder.resolve("diverged.svg");
    var curve =
        List.of(
            new Progress.Point(1, 2, 1, 1),
            new Progress.Point(2, Double.NaN, 1, 1),
            new Progress.Point(3, Double.POSITIVE_INFINITY, 1, 1),
            new Progress.Point(4, 1, 1, 1));
    new Chart("diverged").add("loss", curve).write(file);
    assertThat(points(file)).matches("[\\d.]+,[\\d.]+ 700\\.0,[\\d.]+");
  }

  /** A line of one point is invisible, and so is what lies outside of the picture. */
  @Test
  void onePointAndLossesBelowZeroAreSeen() throws Exception {
    Path file = folder.resolve("low.svg");
    new Chart("one").add("loss", List.of(new Progress.Point(4, 2, 1, 1))).write(file);
    assertThat(points(file)).matches("(700\\.0,[\\d.]+) \\1");
    var curve = List.of(new Progress.Point(2, -3, 1, 1), new Progress.Point(4, -1, 1, 1));
    new Chart("low").add("loss", curve).write(file);
    assertThat(points(file)).matches("385\\.0,350\\.0 700\\.0,1\\d\\d\\.\\d");
  }

  private static String points(Path svg) throws Exception {
    NodeList curves = parse(svg).getElementsByTagName("polyline");
    return curves.item(0).getAttributes().getNamedItem("points").getNodeValue();
  }

  @Test
  void picturesHaveTheSameDigitsInEveryLanguage() {
    Locale before = Locale.getDefault();
    List<Progress.Point> curve = List.of(new Progress.Point(10, 2, 1, 1));
    String chart = new Chart("a").add("b", curve).svg();
    String step = StepPicture.svg(List.of(new long[] {1000, 2000, 8, 10, 1500}));
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(new Chart("a").add("b", curve).svg()).isEqualTo(chart);
      assertThat(StepPicture.svg(List.of(new long[] {1000, 2000, 8, 10, 1500}))).isEqualTo(step);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  @Ranks(value = 2, seconds = 60)
  void stepsAreThoseOfTheRankThatHasHadMost(Communicator world) {
    var progress = new Progress(world, "points", new PrintStream(OutputStream.nullOutputStream()));
    for (int epoch = 1; epoch <= 2; epoch++) {
      for (int step = 0; step < 3 + (world.rank() == epoch % 2 ? 1 : 0); step++) {
        progress.step(1, 1, null);
      }
      assertThat(progress.report("epoch " + epoch).step()).isEqualTo(4L * epoch);
    }
  }

  @Test
  @Ranks(value = 3, seconds = 60)
  void aPictureShowsEachRanksBuckets(Communicator world) throws Exception {
    Network network = Points.network(1);
    Path file = folder.resolve("step.svg");
    try (var parallel =
        DataParallel.setup(world, network).firstBucketBytes(100).bucketBytes(1000).open()) {
      Points.learn(network, Points.draw(30, 1));
      parallel.finish();
      StepPicture.write(world, parallel, file);
      int buckets = parallel.times().buckets().size();
      assertThat(buckets).isGreaterThan(2);
      if (world.rank() == 0) {
        NodeList bars = parse(file).getElementsByTagName("rect");
        assertThat(bars.getLength()).isEqualTo(1 + 3 * (2 + buckets));
        for (int i = 1; i < bars.getLength(); i++) {
          assertThat(number(bars, i, "x") + number(bars, i, "width")).isBetween(90.0, 881.0);
        }
      }
    }
  }

  @Test
  void stepsAreEventsOfTheFlightRecorder() throws Exception {
    Path file = folder.resolve("steps.jfr");
    try (var recording = new Recording()) {
      recording.enable("org.purempi.learn.Step");
      recording.start();
      Mpi.runThreads(
          2,
          world -> {
            Network network = Points.network(1);
            try (var parallel = DataParallel.setup(world, network).open()) {
              var progress = new Progress(world, "points");
              double loss = Points.learn(network, Points.draw(20, 1));
              parallel.finish();
              progress.step(loss, 20, parallel);
            }
          });
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> steps =
        RecordingFile.readAllEvents(file).stream()
            .filter(e -> e.getEventType().getName().equals("org.purempi.learn.Step"))
            .toList();
    assertThat(steps).extracting(e -> e.getInt("rank")).containsExactlyInAnyOrder(0, 1);
    long bytes = Points.network(1).gradients().byteSize();
    assertThat(steps)
        .allSatisfy(
            e -> {
              assertThat(e.getLong("gradientBytes")).isEqualTo(bytes);
              assertThat(e.getInt("examples")).isEqualTo(20);
              assertThat(e.getDouble("loss")).isBetween(0.1, 3.0);
              assertThat(e.getLong("exposed")).isPositive();
            });
  }
}
