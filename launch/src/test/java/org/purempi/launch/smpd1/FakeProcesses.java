package org.purempi.launch.smpd1;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Processes that only do what a test says. */
final class FakeProcesses implements Smpd1Processes {
  final Listener listener;
  final Map<Integer, LaunchOrder> orders = new TreeMap<>();
  final List<Smpd1Command> answers = new CopyOnWriteArrayList<>();
  final List<String> done = new CopyOnWriteArrayList<>();

  FakeProcesses(Listener listener) {
    this.listener = listener;
  }

  @Override
  public void launch(int node, int context, LaunchOrder order) {
    orders.put(context, order);
  }

  int context(int rank) {
    for (var order : orders.entrySet()) {
      if (order.getValue().rank() == rank) {
        return order.getKey();
      }
    }
    throw new IllegalArgumentException("no rank " + rank);
  }

  void prints(int rank, byte[] bytes) throws InterruptedException {
    listener.output(context(rank), false, bytes, 0, bytes.length);
  }

  @Override
  public void answered(int context, Smpd1Command answer) {
    answers.add(answer);
  }

  @Override
  public void input(int context, byte @Nullable [] bytes) {
    done.add(
        "input "
            + context
            + (bytes == null ? " ends" : " " + new String(bytes, StandardCharsets.US_ASCII)));
  }

  @Override
  public void suspend(int context) {
    done.add("suspend " + context);
  }

  @Override
  public void kill(int context) {
    done.add("kill " + context);
  }

  @Override
  public void close() {
    done.add("close");
  }

  List<String> done() {
    return new ArrayList<>(done);
  }
}
