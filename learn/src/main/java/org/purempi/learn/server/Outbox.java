package org.purempi.learn.server;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ProcessFailedException;
import org.purempi.Request;
import org.purempi.Status;

/**
 * The answers of a server: those that wait to be sent, the most urgent first, and those under way.
 * None of them waits for a worker.
 */
final class Outbox {
  private static final int AT_ONCE = Integer.MAX_VALUE;

  /** To be sent; {@code turn} counts answers. */
  private record Answer(
      int worker, int tag, Buf payload, @Nullable Snapshot values, int priority, long turn) {}

  private record Flight(Request<Status> request, @Nullable Snapshot values) {}

  private final Communicator replies;
  private final PriorityQueue<Answer> waiting =
      new PriorityQueue<>(
          Comparator.comparingInt(Answer::priority).reversed().thenComparingLong(Answer::turn));
  private final List<Flight> flights = new ArrayList<>();
  private long turns;

  Outbox(Communicator replies) {
    this.replies = replies;
  }

  /** An answer with values, which stay as they are until it has gone. */
  void add(int worker, int tag, int priority, Snapshot values) {
    Buf payload = Floats.buf(values.memory());
    waiting.add(new Answer(worker, tag, payload, values.read(), priority, turns++));
  }

  /** An answer that goes before all values. */
  void add(int worker, int tag, Buf payload) {
    waiting.add(new Answer(worker, tag, payload, null, AT_ONCE, turns++));
  }

  /** Tells a worker why its request has failed. */
  void refuse(int worker, int tag, String why) {
    byte[] words = Wire.bytes(why);
    byte[] payload = ByteBuffer.allocate(4 + words.length).putInt(tag).put(words).array();
    add(worker, Wire.tag(Wire.Kind.REFUSED, 0), Buf.of(payload));
  }

  /** Nothing that waits is sent to this worker. */
  void forget(int worker) {
    waiting.removeIf(
        answer -> {
          boolean isIts = answer.worker == worker;
          if (isIts) {
            release(answer.values);
          }
          return isIts;
        });
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Starts to send the most urgent answer, if there is one. */
  void sendFirst() {
    reap();
    @Nullable Answer answer = waiting.poll();
    if (answer == null) {
      return;
    }
    try {
      flights.add(
          new Flight(replies.isend(answer.payload, answer.worker, answer.tag), answer.values));
    } catch (ProcessFailedException e) {
      release(answer.values); // the worker has died
    }
  }

  /** Lets go of the values of answers that have gone. */
  void reap() {
    end(request -> request.test().isPresent());
  }

  /** Waits until all have gone. */
  void finish() {
    while (!waiting.isEmpty()) {
      sendFirst();
    }
    end(request -> request.waitFor() != null);
  }

  private void end(Predicate<Request<Status>> isDone) {
    flights.removeIf(
        flight -> {
          boolean hasEnded;
          try {
            hasEnded = isDone.test(flight.request);
          } catch (ProcessFailedException e) {
            hasEnded = true; // the worker has died
          }
          if (hasEnded) {
            release(flight.values);
          }
          return hasEnded;
        });
  }

  private static void release(@Nullable Snapshot values) {
    if (values != null) {
      values.release();
    }
  }
}
