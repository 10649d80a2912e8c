package org.purempi.learn.server;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.purempi.Buf;

/**
 * Decides, on the first server, where keys lie: a key is cut into ranges, each is a shard, and goes
 * to the server that has least. It waits for all workers that live, and compares their lengths.
 */
final class Scheduler {
  private final BitSet here;
  private final Outbox outbox;
  private final int[] servers;
  private final long partitionBytes;
  private final long[] loadBytes;
  private int shards;

  /** How many bytes each worker wants a key to have. */
  private final Map<String, Map<Integer, Long>> declared = new HashMap<>();

  Scheduler(BitSet here, Outbox outbox, int[] servers, long partitionBytes) {
    this.here = here;
    this.outbox = outbox;
    this.servers = servers.clone();
    this.partitionBytes = partitionBytes;
    this.loadBytes = new long[servers.length];
  }

  /** A worker wants a key. */
  void declare(int worker, String key, long bytes) {
    declared.computeIfAbsent(key, name -> new TreeMap<>()).put(worker, bytes);
    settle();
  }

  /** Answers those who wait for nobody any more. */
  void settle() {
    if (here.isEmpty()) {
      return;
    }
    List<String> complete = new ArrayList<>();
    declared.forEach(
        (key, wishes) -> {
          wishes.keySet().removeIf(worker -> !here.get(worker));
          if (here.stream().allMatch(wishes::containsKey)) {
            answer(key, wishes);
            complete.add(key);
          }
        });
    complete.forEach(declared::remove);
  }

  private void answer(String key, Map<Integer, Long> wishes) {
    int tag = Wire.tag(Wire.Kind.DECLARE, 0);
    if (wishes.values().stream().distinct().count() > 1) {
      String why = "workers give key '" + key + "' different lengths; bytes by rank: " + wishes;
      here.stream().forEach(worker -> outbox.refuse(worker, tag, why));
      return;
    }
    Buf places = Buf.of(place(wishes.values().iterator().next()));
    here.stream().forEach(worker -> outbox.add(worker, tag, places));
  }

  /** For each range of a key of so many bytes the rank of its server, and its number. */
  int[] place(long bytes) {
    int parts = Math.toIntExact(Math.ceilDiv(bytes, partitionBytes));
    int[] places = new int[2 * parts];
    for (int part = 0; part < parts; part++) {
      int least = 0;
      for (int s = 1; s < servers.length; s++) {
        least = loadBytes[s] < loadBytes[least] ? s : least;
      }
      loadBytes[least] += bytes / parts;
      places[2 * part] = servers[least];
      places[2 * part + 1] = shards++;
    }
    return places;
  }
}
