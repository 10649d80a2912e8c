package org.purempi.learn.named;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is known, and what is done together. */
class ResponseCacheTest {
  private static Request request(String name, Reduction reduction, long length) {
    return new Request(
        Kind.ALLREDUCE, name, NumberType.FLOAT32, reduction, 0, List.of(List.of(length)));
  }

  private static Request request(String name) {
    return request(name, Reduction.SUM, 4);
  }

  @Test
  void theOneThatWasNotUsedForLongestIsForgotten() {
    var cache = new ResponseCache(2);
    cache.put(request("a"));
    cache.put(request("b"));
    cache.touch(cache.find(request("a")));
    cache.put(request("c"));
    assertThat(cache.knows("b")).isFalse();
    assertThat(cache.find(request("a"))).isZero();
    assertThat(cache.find(request("c"))).isOne();
    assertThat(cache.slots()).isEqualTo(2);
    assertThat(cache.words()).isOne();
  }

  @Test
  void onlyTheSameRequestIsFound() {
    var cache = new ResponseCache(100);
    cache.put(request("a"));
    assertThat(cache.find(request("a", Reduction.MAX, 4))).isEqualTo(ResponseCache.NONE);
    assertThat(cache.find(request("a", Reduction.SUM, 5))).isEqualTo(ResponseCache.NONE);
    cache.put(request("a", Reduction.SUM, 5));
    assertThat(cache.find(request("a", Reduction.SUM, 5))).isZero();
    assertThat(cache.find(request("a"))).isEqualTo(ResponseCache.NONE);
    cache.evict("a");
    assertThat(cache.at(0)).isNull();
    cache.put(request("b"));
    assertThat(cache.find(request("b"))).isZero();
  }

  @Test
  void likeAllreducesShareAMessageUpToASize() {
    List<Task> tasks =
        List.of(
            task(request("a")),
            task(request("max", Reduction.MAX, 4)),
            task(request("b", Reduction.AVERAGE, 4)),
            task(new Request(Kind.BARRIER, "w", NumberType.INT8, Reduction.SUM, 0, List.of())),
            task(request("c")),
            task(request("large", Reduction.SUM, 1000)),
            task(request("d")));
    assertThat(names(tasks, 32)).containsExactly("ab", "max", "w", "c", "large", "d");
    assertThat(names(tasks, 0)).containsExactly("a", "max", "b", "w", "c", "large", "d");
    assertThat(names(tasks, 1 << 20)).containsExactly("abclarged", "max", "w");
  }

  private static Task task(Request request) {
    return new Task(request, null);
  }

  private static List<String> names(List<Task> tasks, long bytes) {
    return Task.fused(tasks, bytes).stream()
        .map(batch -> String.join("", batch.stream().map(t -> t.request().name()).toList()))
        .toList();
  }

  @Test
  void requestsCrossTheWireUnchanged() {
    var request =
        new Request(
            Kind.REDUCE_SCATTER,
            "ß/1",
            NumberType.BFLOAT16,
            Reduction.MIN.prescaled(0.25).postscaled(-2),
            3,
            List.of(List.of(2L, 3L), List.of(), List.of(1L << 40)));
    byte[] bytes = Wire.bytes(request::write);
    assertThat(Wire.read(bytes, 0, bytes.length, Request::read)).isEqualTo(request);
    List<Decision> decisions =
        List.of(
            new Decision.Go(request),
            new Decision.Refused("x", "w".repeat(100_000)),
            new Decision.AllJoined(7));
    var answer = new Answer(List.of("f"), decisions, "end");
    byte[] sent = answer.bytes();
    assertThat(Wire.read(sent, 0, sent.length, Answer::read)).isEqualTo(answer);
  }
}
