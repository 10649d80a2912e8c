package org.purempi.pmi;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A server and what it told its listener. */
final class Rig implements PmiListener, AutoCloseable {
  private static final int LIMIT_SECONDS = 5;

  volatile boolean throwsWhenAborted;
  volatile boolean isAnswering = true;

  /** What is asked for by spawn, and what is answered. */
  final List<SpawnProgram> spawned = Collections.synchronizedList(new ArrayList<>());

  final Map<String, String> put = Collections.synchronizedMap(new HashMap<>());
  volatile SpawnResult result = new SpawnResult(List.of(0), "purempi_other", "");

  final PmiServer server;
  private final int ranks;
  final BlockingQueue<String> told = new LinkedBlockingQueue<>();

  Rig(int ranks) throws IOException {
    this.ranks = ranks;
    var appnums = new ArrayList<>(Collections.nCopies(ranks, 0));
    appnums.set(ranks - 1, 1);
    server = PmiServer.start(PmiJob.onOneHost("test", appnums, 9), this);
  }

  /** The client of one rank. */
  PmiClient client(int rank) throws PmiException {
    var environment = new HashMap<>(Map.of("PMI_PORT", server.address()));
    environment.put("PMI_ID", server.identifier(rank));
    environment.put(PmiServer.KEY, server.key());
    return PmiClient.fromEnvironment(environment, new Watch()).orElseThrow();
  }

  private final class Watch implements LauncherWatch {
    @Override
    public void lost(String why) {
      told.add("lost " + why);
    }

    @Override
    public void worldFailed(String kvsName, int exitCode, String why) {
      told.add("failed " + kvsName + " " + exitCode + " " + why);
    }

    @Override
    public void ranksFailed(int[] ranks, String why) {
      told.add("without " + Arrays.toString(ranks) + " " + why);
    }
  }

  List<PmiClient> clients(int ranks) throws PmiException {
    var all = new ArrayList<PmiClient>();
    for (int rank = 0; rank < ranks; rank++) {
      all.add(client(rank));
    }
    return all;
  }

  /** What a rank says that calls itself by its rank, as the server has named it. */
  private String named(String bytes) {
    String said = bytes;
    for (int rank = 0; rank < ranks; rank++) {
      said = said.replace("pmiid=" + rank + "\n", "pmiid=" + server.identifier(rank) + "\n");
    }
    return said;
  }

  /** Sends what ranks say and answers everything that comes back until the server closes. */
  String raw(String bytes) throws IOException {
    String[] address = server.address().split(":", -1);
    try (var socket = new Socket(address[0], Integer.parseInt(address[1]))) {
      socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
      socket.getOutputStream().write(named(bytes).getBytes(StandardCharsets.ISO_8859_1));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  String nextTold() throws InterruptedException {
    String next = told.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    return next == null ? "nothing" : next;
  }

  /** The launcher ends. */
  void serverGoes() {
    server.close();
  }

  @Override
  public void aborted(int rank, int exitCode, String message) {
    if (throwsWhenAborted) {
      throw new IllegalStateException("a fault");
    }
    told.add("aborted " + rank + " " + exitCode + " " + message);
  }

  @Override
  public void barrierWaitsForEndedRank(int rank) {
    told.add("missed " + rank);
  }

  @Override
  public void foreign(int rank) {
    told.add("foreign " + rank);
  }

  @Override
  public void spawn(
      int rank,
      List<SpawnProgram> programs,
      Map<String, String> preput,
      Consumer<SpawnResult> answer) {
    told.add("spawn " + rank);
    spawned.addAll(programs);
    put.putAll(preput);
    if (isAnswering) {
      Thread.ofPlatform().start(() -> answer.accept(result));
    }
  }

  @Override
  public void connected(int rank, String kvsName) {
    told.add("connected " + rank + " " + kvsName);
  }

  @Override
  public void disconnected(int rank, String kvsName) {
    told.add("disconnected " + rank + " " + kvsName);
  }

  @Override
  public void looked(List<RankLook> looks) {
    told.add("looked " + looks);
  }

  @Override
  public void reported(List<RankReport> reports) {
    told.add("reported " + reports);
  }

  @Override
  public void stacked(List<RankReport> stacks) {
    told.add("stacked " + stacks);
  }

  @Override
  public void serverFailed(String why) {
    told.add("failed " + why);
  }

  @Override
  public void close() {
    server.close();
  }
}
