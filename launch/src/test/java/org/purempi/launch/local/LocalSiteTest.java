package org.purempi.launch.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.launch.output.Carrier;
import org.purempi.launch.output.Output;
import org.purempi.launch.output.RawCarrier;
import org.purempi.launch.program.Command;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.RankPlan;
import org.purempi.launch.site.SiteOwner;
import org.purempi.launch.system.Binding;
import org.purempi.launch.system.Tools;
import org.purempi.pmi.PmiJob;

@Timeout(10)
class LocalSiteTest {
  @Test
  void aRankThatCannotBeStartedIsReportedWhateverTheReason() throws Exception {
    var events = new LinkedBlockingQueue<Event>();
    PmiJob job = PmiJob.onOneHost("test", List.of(0), 1);
    var site = new LocalSite(0, job, new Tools(), new Owner(events));
    var command = new Command(List.of("/bin/true"), Path.of("/"), Map.of("A", "x\0y"));
    site.add(new RankPlan(0, command, false, false, Binding.NONE));
    site.start();
    Event event = events.poll(5, TimeUnit.SECONDS);
    site.close();
    assertThat(event).isInstanceOf(Event.NotStarted.class);
    assertThat(event)
        .hasToString(
            "NotStarted[rank=0, why=java.lang.IllegalArgumentException: Invalid environment"
                + " variable value: \"x\0y\"]");
  }

  /** Keeps what happens. */
  private record Owner(BlockingQueue<Event> events) implements SiteOwner {
    @Override
    public Carrier carrier(int rank, Output.Stream stream) {
      return new RawCarrier((bytes, start, end) -> {});
    }

    @Override
    public void happened(Event event) {
      events.add(event);
    }

    @Override
    public void say(String line) {
      throw new AssertionError(line);
    }
  }
}
