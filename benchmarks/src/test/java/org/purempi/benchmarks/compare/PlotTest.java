package org.purempi.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.benchmarks.compare.Rows.row;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.benchmarks.compare.Plot.Curve;
import org.purempi.benchmarks.compare.Plot.Dot;
import org.purempi.benchmarks.compare.Plot.Panel;
import org.purempi.benchmarks.compare.Plot.X;
import org.w3c.dom.Element;

@Timeout(10)
class PlotTest {

  private static Dot dot(double x, double y) {
    return new Dot(x, y, 0.9 * y, 1.1 * y);
  }

  private static Panel panel(String title, Curve... curves) {
    return new Panel(title, Unit.MICROSECONDS, X.BYTES, List.of(curves));
  }

  @Test
  void everyFiniteDotIsDrawnInsideItsPanelAndHigherValuesStandHigher() throws Exception {
    Curve curve = new Curve("shm-heap", true, List.of(dot(1, 0.1), dot(64, 1), dot(4096, 10)));
    Element svg = parse(Plot.svg(List.of(panel("t", curve))));
    var circles = svg.getElementsByTagName("circle");
    assertThat(circles.getLength()).isEqualTo(3);
    double lastX = 0;
    double lastY = Double.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      Element circle = (Element) circles.item(i);
      double x = Double.parseDouble(circle.getAttribute("cx"));
      double y = Double.parseDouble(circle.getAttribute("cy"));
      assertThat(x).isGreaterThan(lastX).isLessThan(Double.parseDouble(svg.getAttribute("width")));
      assertThat(y).isPositive().isLessThan(lastY);
      lastX = x;
      lastY = y;
    }
  }

  @Test
  void axesHaveUnitsAndDotsHaveTheirSpread() throws Exception {
    Curve curve = new Curve("shm-heap", true, List.of(dot(8, 1), dot(64, 2)));
    Element svg = parse(Plot.svg(List.of(panel("t", curve))));
    assertThat(svg.getTextContent()).contains("µs", "bytes");
    assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(2);
  }

  @Test
  void aSingleValueAndAnEmptyPanelAreDrawnToo() throws Exception {
    Panel single = panel("barrier", new Curve("a<b", true, List.of(dot(0, 5))));
    Panel empty = panel("nothing", new Curve("x", true, List.of()));
    Element svg = parse(Plot.svg(List.of(single, empty)));
    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(1);
    assertThat(svg.getTextContent()).contains("a<b", "nothing measured");
  }

  @Test
  void aPeerThatIsFarSlowerStandsAtTheEdgeAndDoesNotSqueezeTheRest() throws Exception {
    List<Row> rows =
        List.of(
            row("latency", "shm-heap", 4, 8, 5.0, 4000.0, 6.0),
            row("latency", "shm-heap", 4, 64, 20.0, 4000.0, 30.0));
    String svg = Objects.requireNonNull(Plots.family(rows, Family.LATENCY));
    assertThat(parse(svg).getElementsByTagName("circle").getLength()).isEqualTo(4);
    assertThat(svg).contains(">100<").doesNotContain(">1,000<").contains(" z\"");
  }

  @Test
  void sharesStandOnALinearAxisUpToTwiceTheWhole() throws Exception {
    List<Row> rows = List.of(row("overlap_ibcast", "shm-heap", 4, 8, 0.0, 90_000.0, 300.0));
    String svg = Objects.requireNonNull(Plots.family(rows, Family.OVERLAP));
    assertThat(svg).contains(">0<", ">100<").doesNotContain(">10,000<");
    assertThat(parse(svg).getElementsByTagName("circle").getLength()).isEqualTo(1);
  }

  @Test
  void contestantsHaveNamesForReadersAndEachAColourOfItsOwn() {
    for (List<String> names :
        List.of(
            List.of("floor-c", "floor-java"),
            List.of("shm", "floor-java", "mpich", "openmpi"),
            List.of("shm-heap", "tcp-heap", "tls-heap", "shm-shared", "thread-native", "mpich"),
            List.of("shm-heap", "shm-heap@-Dpurempi.spins=1", "shm-heap@-Xint"))) {
      var legend = new Legend(names);
      assertThat(names.stream().map(legend::colour).distinct()).hasSameSizeAs(names);
    }
    assertThat(Legend.title("shm-heap")).isEqualTo("purempi, arrays");
    assertThat(Legend.title("shm-heap@-Xint")).isEqualTo("purempi, arrays, -Xint");
  }

  @Test
  void oneRankIsOne() {
    List<Row> rows = List.of(row("memcpy", "floor-c", 1, 8, 1.0, null, null));
    assertThat(Plots.family(rows, Family.FLOOR)).contains("memcpy, 1 thread<");
  }

  /** A wider picture would be shrunk, and its words with it. */
  @Test
  void everyDrawingIsAsWideAsAPage() throws Exception {
    for (int panels : List.of(1, 2, 24)) {
      List<Panel> all = Collections.nCopies(panels, panel("t", new Curve("x", true, List.of())));
      assertThat(parse(Plot.svg(all)).getAttribute("width")).isEqualTo("830");
    }
  }

  @Test
  void aLegendOfManyNamesTakesMoreLines() throws Exception {
    List<Curve> few = List.of(new Curve("shm-heap", true, List.of(dot(8, 1))));
    List<Curve> many =
        Stream.of("shm-heap", "shm-native", "shm-shared", "thread-heap", "tls-heap", "mpich")
            .map(name -> new Curve(name, true, List.of(dot(8, 1))))
            .toList();
    assertThat(height(many)).isGreaterThan(height(few));
  }

  private static int height(List<Curve> curves) throws Exception {
    String svg = Plot.svg(List.of(panel("t", curves.toArray(Curve[]::new))));
    return Integer.parseInt(parse(svg).getAttribute("height"));
  }

  @Test
  void aDrawingHasAGroundOfItsOwnForLightAndForDark() {
    String svg = Plot.svg(List.of(panel("t", new Curve("shm-heap", true, List.of(dot(8, 1))))));
    assertThat(svg).contains("prefers-color-scheme: dark").doesNotContain("\"white\"", "#000000");
  }

  @Test
  void peersAreDrawnOnceAlthoughTheyStandInTheRowsOfEveryTransport() throws Exception {
    List<Row> rows =
        List.of(
            row("latency", "shm-heap", 2, 8, 1.0, 2.0, 3.0),
            row("latency", "shm-native", 2, 8, 1.5, 2.0, 3.0));
    Element svg = parse(Objects.requireNonNull(Plots.family(rows, Family.LATENCY)));
    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(4);
    assertThat(svg.getTextContent())
        .contains("purempi, arrays", "purempi, segments", "MPICH", "Open MPI");
  }

  @Test
  void aPageThatWasWrittenIsReadAgain() {
    List<String> lines =
        List.of(
            "| benchmark | ranks | bytes | transport | ours | mpich | openmpi | unit | ratio |"
                + " paired |",
            "|---|---|---|---|---|---|---|---|---|---|",
            "| latency | 2 | 1 Ki | shm-heap | 0.75 (0.70–0.80) | 1.08 (1.00–1.10) | – | us | 0.69"
                + " | 0.70 |",
            "| latency | shm-heap | 2 | 4 | 0.74 | 0.74 | 100 % | 0.83 (latency, 64 Ki) |",
            "| memcpy | C | 64 Ki | 108095 (106720–111130) | MB/s |");
    List<Row> rows = Page.rows(lines);
    assertThat(rows).hasSize(2);
    Row latency = rows.getFirst();
    assertThat(latency.bytes()).isEqualTo(1024);
    assertThat(latency.openmpi()).isNull();
    Measured ours = Objects.requireNonNull(latency.ours());
    assertThat(List.of(ours.low(), ours.median(), ours.high())).containsExactly(0.70, 0.75, 0.80);
    assertThat(rows.getLast().transport()).isEqualTo("floor-c");
  }

  @Test
  void firstCallsHaveAPanelForEachLoopAndSize() throws Exception {
    List<Row> rows =
        List.of(
            row("bcast_first_1", "shm-heap", 2, 8, 1000.0, 10.0, 20.0),
            row("bcast_first_10000", "shm-heap", 2, 8, 9000.0, 900.0, 900.0),
            row("bcast_first_1", "shm-heap", 2, 1 << 16, 2000.0, 10.0, null));
    String svg = Objects.requireNonNull(Plots.family(rows, Family.FIRST_CALLS));
    assertThat(svg)
        .contains(">bcast, 8 B, 2 ranks<", ">bcast, 64 KiB, 2 ranks<", "calls since the start")
        .contains(">10,000<");
    assertThat(parse(svg).getElementsByTagName("polyline").getLength()).isEqualTo(5);
  }

  @Test
  void aFamilyWithoutRowsHasNoDrawing() {
    assertThat(Plots.family(List.of(), Family.PREFIX)).isNull();
  }

  private static Element parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
        .getDocumentElement();
  }
}
