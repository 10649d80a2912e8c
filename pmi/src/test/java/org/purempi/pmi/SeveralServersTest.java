package org.purempi.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A job on two hosts: a server on each, a hub in the middle. */
@Timeout(20)
class SeveralServersTest {
  private static final String MAPPING = "(vector,(0,2,2))";

  /** Two servers of two ranks each; what they ask passes the hub under one lock. */
  private static final class Job implements AutoCloseable {
    private final PmiHub hub = new PmiHub(2);
    private final PublishedNames names = new PublishedNames();
    private final List<PmiServer> servers = new ArrayList<>();

    Job() throws IOException {
      for (int number = 0; number < 2; number++) {
        var served = Set.of(2 * number, 2 * number + 1);
        var job = new PmiJob("purempi_two", List.of(0, 0, 0, 1), 4, MAPPING, served);
        servers.add(PmiServer.start(job, new Deaf(), new Upstream(number), names));
      }
    }

    PmiClient client(int rank) throws PmiException {
      PmiServer server = servers.get(rank / 2);
      var environment = Map.of("PMI_PORT", server.address(), "PMI_ID", server.identifier(rank));
      return PmiClient.fromEnvironment(environment, why -> {}).orElseThrow();
    }

    @Override
    public void close() {
      servers.forEach(PmiServer::close);
    }

    private final class Upstream implements PmiUpstream {
      private final int number;

      Upstream(int number) {
        this.number = number;
      }

      @Override
      public void barrier(Map<String, String> puts) {
        synchronized (hub) {
          if (hub.barrier(number, puts)) {
            Map<String, String> pairs = hub.takePairs();
            servers.forEach(server -> server.release(pairs));
          } else {
            assertThat(hub.isAwaited(1 - number)).isTrue();
            assertThat(hub.isAwaited(number)).isFalse();
          }
        }
      }

      @Override
      public void names(PmiLine request, Consumer<PmiLine> answer) {
        try {
          names.serve(request, answer);
        } catch (PmiException e) {
          throw new AssertionError(e);
        }
      }
    }
  }

  private static final class Deaf implements PmiListener {
    @Override
    public void aborted(int rank, int exitCode, String message) {}

    @Override
    public void barrierWaitsForEndedRank(int rank) {}

    @Override
    public void reported(List<RankReport> reports) {}

    @Override
    public void serverFailed(String why) {}
  }

  private static <T> FutureTask<T> inBackground(Callable<T> body) {
    var task = new FutureTask<>(body);
    new Thread(task).start();
    return task;
  }

  @Test
  void pairsOfOtherHostsAreThereAfterTheBarrierAndTheNextOne() throws Exception {
    try (var job = new Job()) {
      var tasks = new ArrayList<FutureTask<String>>();
      for (int rank = 0; rank < 4; rank++) {
        PmiClient client = job.client(rank);
        tasks.add(inBackground(() -> exchange(client)));
      }
      for (FutureTask<String> task : tasks) {
        assertThat(task.get(10, TimeUnit.SECONDS)).isEqualTo("a0a1a2a3b0b1b2b3");
      }
    }
  }

  private static String exchange(PmiClient client) throws PmiException {
    var all = new StringBuilder();
    assertThat(client.get("PMI_process_mapping")).hasValue(MAPPING);
    for (String round : List.of("a", "b")) {
      client.put(round + "-" + client.rank(), round + client.rank());
      client.barrier();
      for (int rank = 0; rank < client.size(); rank++) {
        all.append(client.get(round + "-" + rank).orElse("?"));
      }
      client.barrier();
    }
    return all.toString();
  }

  @Test
  void namesAreSharedByAllHosts() throws Exception {
    try (var job = new Job()) {
      PmiClient here = job.client(0);
      PmiClient there = job.client(3);
      here.publish("ocean", "port-1");
      assertThat(there.lookup("ocean")).hasValue("port-1");
      assertThatThrownBy(() -> there.publish("ocean", "port-2")).hasMessageContaining("already");
      there.unpublish("ocean");
      assertThat(here.lookup("ocean")).isEmpty();
    }
  }

  @Test
  void aRankOfTheOtherHostIsNotServed() throws Exception {
    try (var job = new Job()) {
      String address = job.servers.get(0).address();
      String other = job.servers.get(1).identifier(3);
      var environment = Map.of("PMI_PORT", address, "PMI_ID", other);
      assertThatThrownBy(() -> PmiClient.fromEnvironment(environment, why -> {}))
          .isInstanceOf(PmiException.class);
    }
  }
}
