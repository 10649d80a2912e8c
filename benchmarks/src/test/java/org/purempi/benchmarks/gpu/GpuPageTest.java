package org.purempi.benchmarks.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is concluded from figures, and how the page tells it. */
class GpuPageTest {
  private static final long LONG = 64 << 20;

  private final Results results = new Results();

  private void figure(String series, long bytes, double median) {
    results.add("figure %s %d %.1f %.1f".formatted(series, bytes, median, median - 0.5));
  }

  private String page(boolean isBrief) {
    return new GpuPage(results, isBrief ? Scale.brief(true) : Scale.full(false)).text();
  }

  @Test
  void whatIsAskedForIsReachedOrNot() {
    figure(Copies.ON_DEVICE, LONG, 80);
    figure(Copies.TO_HOST, LONG, 1000);
    figure(Copies.FROM_HOST, LONG, 1400);
    figure(Job.DIRECT, LONG, 100);
    figure(Job.STAGED + Job.DEFAULT_PIECE, LONG, 2001);
    figure(Copies.TO_HOST, Long.BYTES, 5);
    figure(Copies.FROM_HOST, Long.BYTES, 5);
    figure(Job.AS_IT_IS, Long.BYTES, 30);
    assertThat(page(false))
        .contains("to a copy on the device | 64 MiB | 80.0 | 100 | 0.80 | ≥ 0.80 | reached |")
        .contains("the two copies | 64 MiB | 1,400 | 2,001 | 0.70 | ≥ 0.70 | **not reached** |")
        .contains("to the two copies | 8 B | 10.0 | 30.0 | 3.00 | ≤ 3.00 | reached |");
  }

  @Test
  void whatIsMissingIsNotMeasured() {
    figure(Copies.ON_DEVICE, LONG, 80);
    assertThat(page(false))
        .contains("to a copy on the device | 64 MiB | 80.0 | – | – | ≥ 0.80 | not measured |")
        .contains("to the two copies | 8 B | – | – | – | ≤ 3.00 | not measured |")
        .contains("| `purempi.device.piece` | not measured |");
  }

  @Test
  void oneWayOvertakesTheOtherForGood() {
    double[] here = {10, 20, 30, 40, 50};
    double[] there = {9, 25, 29, 40, 10}; // not yet at the first length
    for (int i = 0; i < here.length; i++) {
      figure(Job.REDUCED_HERE, 8L << i, here[i]);
      figure(Job.REDUCED_THERE, 8L << i, there[i]);
    }
    assertThat(results.overtakes(Job.REDUCED_HERE, Job.REDUCED_THERE)).hasValue(32);
    assertThat(results.overtakes(Job.REDUCED_THERE, Job.REDUCED_HERE)).isEmpty();
    assertThat(page(false)).contains("| `purempi.device.reduce.from` | 32 B |");
  }

  @Test
  void thePieceOfTheLongMessagesIsTheFastest() {
    figure(Job.STAGED + "65536", Long.BYTES, 1); // short: it does not count
    figure(Job.STAGED + "65536", LONG, 500);
    figure(Job.STAGED + "1048576", Long.BYTES, 9);
    figure(Job.STAGED + "1048576", LONG, 400);
    assertThat(page(false))
        .contains("| `purempi.device.piece` | 1 MiB |")
        .contains("| length | staged shm 64 KiB | staged shm 1 MiB |")
        .contains("| 64 MiB | 500 (500) | 400 (400) |");
  }

  @Test
  void whatIsWrongIsTold() {
    results.add("checked tcp 100");
    results.add("checked tcp 20");
    results.add("wrong tcp send of 8 bytes: byte 3 of rank 1");
    results.add("case gridsArePackedAndUnpacked");
    results.add("case allReductionsOfAllNumbers failed");
    results.add("a line of somebody else");
    assertThat(results.checked()).containsEntry("tcp", 120).containsEntry(Job.CASES, 2);
    assertThat(page(false))
        .contains("122 were looked at, against the same calls on the host; 2 things went wrong.")
        .contains("* **wrong**: tcp: send of 8 bytes: byte 3 of rank 1")
        .contains("* **wrong**: case allReductionsOfAllNumbers failed");
  }

  @Test
  void aMocksPageSaysThatItIsNoMeasurement() {
    assertThat(page(true)).startsWith("# No measurement: ");
    results.add("fact device cuda 0 (A GPU) of 1");
    assertThat(page(false)).startsWith("# Buffers on cuda 0 (A GPU) of 1\n");
  }

  @Test
  void lengthsInWords() {
    assertThat(Lengths.words(8)).isEqualTo("8 B");
    assertThat(Lengths.words(1536)).isEqualTo("1.5 KiB");
    assertThat(Lengths.words(LONG)).isEqualTo("64 MiB");
    assertThat(Lengths.upTo(512)).containsExactly(8, 512);
  }
}
