package org.purempi.launch.timeline;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import org.purempi.launch.calls.RankCalls;
import org.purempi.launch.calls.Recording;
import org.purempi.record.CallRecord;
import org.purempi.record.Family;

/**
 * Writes how many messages and bytes each rank has sent to each other one, a line for each pair.
 */
final class Traffic {
  private Traffic() {}

  static void write(Recording recording, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("from,to,messages,bytes\n");
      for (RankCalls rank : recording.ranks()) {
        var sent = new TreeMap<Integer, long[]>();
        for (int i = 0; i < rank.count(); i++) {
          CallRecord call = rank.get(i);
          if (call != null && call.peer() >= 0 && isSend(rank.family(call))) {
            long[] sum = sent.computeIfAbsent(call.peer(), peer -> new long[2]);
            sum[0]++;
            sum[1] += Math.max(0, call.bytes());
          }
        }
        for (var to : sent.entrySet()) {
          long[] sum = to.getValue();
          out.write("%d,%d,%d,%d%n".formatted(rank.rank(), to.getKey(), sum[0], sum[1]));
        }
      }
    }
  }

  private static boolean isSend(Family family) {
    return family == Family.SEND || family == Family.SENT;
  }
}
