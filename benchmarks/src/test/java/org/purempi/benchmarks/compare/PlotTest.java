package org.purempi.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.benchmarks.compare.Rows.row;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.benchmarks.compare.Plot.Curve;
import org.purempi.benchmarks.compare.Plot.Dot;
import org.purempi.benchmarks.compare.Plot.Panel;
import org.w3c.dom.Element;

@Timeout(10)
class PlotTest {

  @Test
  void everyFiniteDotIsDrawnInsideItsPanelAndHigherValuesStandHigher() throws Exception {
    Curve curve = new Curve("ours", List.of(new Dot(1, 0.1), new Dot(64, 1), new Dot(4096, 10)));
    Element svg = parse(Plot.svg(List.of(new Panel("t", "us", true, List.of(curve)))));
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
  void aSingleValueAndAnEmptyPanelAreDrawnToo() throws Exception {
    Panel single =
        new Panel("barrier", "us", true, List.of(new Curve("a<b", List.of(new Dot(0, 5)))));
    Panel empty = new Panel("nothing", "us", true, List.of(new Curve("x", List.of())));
    Element svg = parse(Plot.svg(List.of(single, empty)));
    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(1);
    assertThat(svg.getTextContent()).contains("a<b", "nothing measured");
  }

  @Test
  void peersAreDrawnOnceAlthoughTheyStandInTheRowsOfEveryTransport() throws Exception {
    List<Row> rows =
        List.of(
            row("latency", "shm-heap", 2, 8, 1.0, 2.0, 3.0),
            row("latency", "shm-native", 2, 8, 1.5, 2.0, 3.0));
    Element svg = parse(Objects.requireNonNull(Plots.family(rows, Family.LATENCY)));
    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(4);
    assertThat(svg.getTextContent()).contains("shm-heap", "shm-native", "mpich", "openmpi");
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
