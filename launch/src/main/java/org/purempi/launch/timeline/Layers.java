package org.purempi.launch.timeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.purempi.launch.calls.Names;
import org.purempi.launch.calls.Recording;
import org.purempi.launch.calls.WaitKind;
import org.purempi.launch.calls.WorstWaits;

/** What time is spent with: a layer for each call, and for each way to wait in it. */
final class Layers {
  /**
   * A part of time.
   *
   * @param call its number
   */
  record Layer(int call, WaitKind kind) {}

  private static final int NONE = -1;

  private final List<Layer> all = new ArrayList<>();
  private final int[][] numbers;

  Layers(Recording recording, WorstWaits waits) {
    long[] counts = recording.callCounts();
    List<Names.Call> calls = recording.names().calls();
    numbers = new int[calls.size()][WaitKind.values().length];
    for (int call = 0; call < counts.length; call++) {
      Arrays.fill(numbers[call], NONE);
      if (counts[call] == 0 || !RankEvents.isCall(calls.get(call).family())) {
        continue;
      }
      add(new Layer(call, WaitKind.NONE));
      for (WaitKind kind : waits.kinds(call)) {
        add(new Layer(call, kind));
      }
    }
  }

  private void add(Layer layer) {
    numbers[layer.call][layer.kind.number()] = all.size();
    all.add(layer);
  }

  List<Layer> all() {
    return List.copyOf(all);
  }

  int size() {
    return all.size();
  }

  /** The number of a layer; −1 for what is no call. */
  int number(int call, WaitKind kind) {
    return numbers[call][kind.number()];
  }
}
