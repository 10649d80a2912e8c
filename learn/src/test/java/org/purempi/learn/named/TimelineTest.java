package org.purempi.learn.named;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.Communicator;
import org.purempi.junit.Ranks;

/** Timelines are JSON, and tell what became of each tensor. */
class TimelineTest {
  @TempDir private static Path folder;

  private record Event(String name, String phase, String tensor, double from, double length) {
    double to() {
      return from + length;
    }
  }

  private static List<Event> events(Path file) throws IOException {
    List<?> all = (List<?>) Json.read(Files.readString(file));
    Map<Object, String> tensors = new HashMap<>();
    List<Event> events = new ArrayList<>();
    for (Object each : all) {
      Map<?, ?> e = (Map<?, ?>) each;
      Object pid = get(e, "pid");
      String phase = (String) get(e, "ph");
      if (phase.equals("M")) {
        tensors.put(pid, String.valueOf(((Map<?, ?>) get(e, "args")).get("name")));
      } else {
        double length = e.containsKey("dur") ? (double) get(e, "dur") : 0;
        String tensor = tensors.getOrDefault(pid, "");
        events.add(
            new Event((String) get(e, "name"), phase, tensor, (double) get(e, "ts"), length));
      }
    }
    return events;
  }

  private static Object get(Map<?, ?> event, String key) {
    return Objects.requireNonNull(event.get(key), key);
  }

  private static Event only(List<Event> events, String tensor, String name) {
    List<Event> found =
        events.stream().filter(e -> e.tensor.equals(tensor) && e.name.equals(name)).toList();
    assertThat(found).as(name + " of " + tensor).hasSize(1);
    return found.getFirst();
  }

  @Test
  @Ranks(value = 2, seconds = 60)
  void itHasWhatHappenedToEachTensor(Communicator world) throws IOException {
    Path file = folder.resolve("all.json");
    var options = NamedOptions.DEFAULT.fused(1 << 20, Duration.ofMillis(50)).traced(file, true);
    try (var operations = NamedOperations.over(world, options)) {
      operations.barrier("begin").await(); // the next cycle comes 50 ms later
      var a = operations.allreduce("a\"\\\n", new float[] {1}, Reduction.SUM);
      var b = operations.allreduce("b", new float[] {2}, Reduction.SUM);
      var c = operations.allgather("c", Values.of(new float[] {3}));
      a.await();
      b.await();
      c.await();
    }
    if (world.rank() == 0) {
      List<Event> events = events(file);
      for (String tensor : List.of("a\"\\\n", "b")) {
        Event negotiation = only(events, tensor, "NEGOTIATE_ALLREDUCE");
        Event whole = only(events, tensor, "ALLREDUCE");
        assertThat(whole.from).isGreaterThanOrEqualTo(negotiation.to() - 0.01);
        Event first = only(events, tensor, "0");
        Event second = only(events, tensor, "1");
        assertThat(List.of(first.phase, second.phase)).containsOnly("X");
        assertThat(first.from).isGreaterThanOrEqualTo(negotiation.from - 0.01);
        double last = whole.from;
        for (String step : List.of("QUEUE", "MPI_ALLREDUCE")) {
          Event e = only(events, tensor, step);
          assertThat(e.from).isGreaterThanOrEqualTo(last - 0.01);
          assertThat(e.to()).isLessThanOrEqualTo(whole.to() + 0.01);
          last = e.to();
        }
      }
      only(events, "c", "NEGOTIATE_ALLGATHER");
      only(events, "c", "ALLGATHER");
      only(events, "begin", "BARRIER");
      assertThat(events).anyMatch(e -> e.name.equals("CYCLE_START") && e.phase.equals("i"));
    }
  }

  @Test
  @Ranks(2)
  void fusedTensorsShowTheirCopies(Communicator world) throws IOException {
    Path file = folder.resolve("fused-" + world.rank() + ".json");
    try (var operations = NamedOperations.over(world)) {
      operations.startTimeline(file, false);
      List<Values> group = List.of(Values.of(new float[] {1}), Values.of(new float[] {2}));
      operations.allreduce("g", group, Reduction.SUM).await();
      operations.stopTimeline();
      operations.barrier("unseen").await();
    }
    List<Event> events = events(file);
    Event in = only(events, "g", "MEMCPY_IN_FUSION_BUFFER");
    Event reduce = only(events, "g", "MPI_ALLREDUCE");
    Event out = only(events, "g", "MEMCPY_OUT_FUSION_BUFFER");
    assertThat(reduce.from).isGreaterThanOrEqualTo(in.to() - 0.01);
    assertThat(out.from).isGreaterThanOrEqualTo(reduce.to() - 0.01);
    assertThat(events).noneMatch(e -> e.tensor.equals("unseen") || e.name.equals("CYCLE_START"));
  }

  @Test
  @Ranks(1)
  void itIsStartedAndStoppedAtAnyTime(Communicator world) throws IOException {
    Path file = folder.resolve("twice.json");
    try (var operations = NamedOperations.over(world)) {
      operations.stopTimeline();
      operations.startTimeline(file, false);
      assertThatThrownBy(() -> operations.startTimeline(file, false))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("stop it first");
      operations.barrier("one").await();
      operations.stopTimeline();
      assertThat(events(file)).anyMatch(e -> e.tensor.equals("one"));
      operations.startTimeline(file, false);
      operations.barrier("two").await();
      operations.stopTimeline();
      assertThat(events(file))
          .anyMatch(e -> e.tensor.equals("two"))
          .noneMatch(e -> e.tensor.equals("one"));
      Path nowhere = folder.resolve("no/such/folder.json");
      assertThatThrownBy(() -> operations.startTimeline(nowhere, false))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("folder.json");
    }
  }
}
