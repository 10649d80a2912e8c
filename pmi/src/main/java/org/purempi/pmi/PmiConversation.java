package org.purempi.pmi;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Questions and answers over one connection. Callers take turns; a daemon thread reads all the time
 * and reports a connection that ends too early.
 */
final class PmiConversation {
  /** One reply, or the reason why none will come any more. */
  private record Arrival(@Nullable PmiLine line, String why) {}

  private final PmiReader in;
  private final OutputStream out;
  private final LauncherWatch watch;
  private final Closeable whenOver;
  private final ReentrantLock turn = new ReentrantLock();
  private final LinkedBlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
  private volatile boolean leaving;
  private volatile boolean isOver;

  private final AtomicInteger timesAlive = new AtomicInteger();

  private volatile Supplier<List<RankReport>> reporter = List::of;
  private volatile Supplier<List<RankLook>> looker = List::of;
  private volatile Function<Boolean, List<RankReport>> stacks = isFull -> List.of();
  private final ReentrantLock answering = new ReentrantLock();

  /**
   * @param whenOver closed when nothing more can be read
   */
  PmiConversation(PmiReader in, OutputStream out, LauncherWatch watch, Closeable whenOver) {
    this.whenOver = whenOver;
    this.in = in;
    this.out = out;
    this.watch = watch;
    Thread.ofPlatform().daemon().name("purempi-launcher-watch").start(this::readToTheEnd);
  }

  /** Sends a message and waits for the reply of that name; other replies are passed over. */
  PmiLine ask(PmiLine message, String replyName) throws PmiException {
    return ask(in.framed() ? message.frame() : message.line(), replyName);
  }

  /** Sends a message that is more than a line and waits for its reply. */
  PmiLine ask(byte[] message, String replyName) throws PmiException {
    turn.lock();
    try {
      write(message);
      return await(replyName);
    } finally {
      turn.unlock();
    }
  }

  /** Waits for a further reply to the last question. */
  PmiLine next(String replyName) throws PmiException {
    turn.lock();
    try {
      return await(replyName);
    } finally {
      turn.unlock();
    }
  }

  /** Sends a message that has no reply: at once, even if an answer is being waited for. */
  void tell(PmiLine message) throws PmiException {
    write(in.framed() ? message.frame() : message.line());
  }

  /** The last question: once it is asked, the end of the connection is no loss. */
  void last(PmiLine message, String replyName) throws PmiException {
    leaving = true;
    ask(message, replyName);
  }

  /** Who answers when the launcher asks what this process is doing. */
  void onReport(Supplier<List<RankReport>> answer) {
    reporter = answer;
  }

  /** Who answers when the launcher asks whether this process is stuck; cheap. */
  void onLook(Supplier<List<RankLook>> answer) {
    looker = answer;
  }

  /** Who answers when the launcher asks where the program is, with all frames or not. */
  void onStacks(Function<Boolean, List<RankReport>> answer) {
    stacks = answer;
  }

  /** Answers between the lines of others: whoever has the turn may be what is asked about. */
  private void answer(PmiLine question) {
    answering.lock(); // the lines of two answers do not mix
    try {
      RankQuestion about = RankQuestion.of(question);
      switch (about) {
        case REPORT -> report(ReportLines.takesFacts(question));
        case LOOK -> {
          for (RankLook look : looker.get()) {
            tell(ReportLines.of(look));
          }
        }
        case STACKS, FULL_STACKS -> {
          for (RankReport its : stacks.apply(about == RankQuestion.FULL_STACKS)) {
            for (PmiLine line : ReportLines.ofStacks(its)) {
              tell(line);
            }
          }
        }
      }
      tell(PmiLine.of(ReportLines.END));
    } catch (PmiException e) {
      // The connection is gone, which the reading thread tells as well.
    } finally {
      answering.unlock();
    }
  }

  private void report(boolean hasFacts) throws PmiException {
    for (RankReport report : reporter.get()) {
      for (PmiLine line : ReportLines.of(report, hasFacts)) {
        tell(line);
      }
    }
  }

  private void write(byte[] bytes) throws PmiException {
    try {
      synchronized (out) {
        var unused =
            Uninterrupted.use(
                () -> {
                  out.write(bytes);
                  out.flush();
                  return bytes;
                });
      }
    } catch (IOException e) {
      throw new PmiException("the launcher is gone: " + PmiException.text(e), e);
    }
  }

  private PmiLine await(String replyName) throws PmiException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          Arrival next = arrivals.take();
          PmiLine line = next.line;
          if (line == null) {
            arrivals.add(next); // for whoever asks next
            throw new PmiException(next.why);
          }
          if (line.command().equals(replyName)) {
            return line;
          }
          // A launcher may say more than we asked for; the order of answers is kept.
        } catch (InterruptedException e) {
          interrupted = true; // the exchange is short; the flag is kept for the caller
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  int timesAlive() {
    return timesAlive.get();
  }

  boolean isOver() {
    return isOver;
  }

  private void readToTheEnd() {
    read();
    isOver = true;
    try {
      whenOver.close();
    } catch (IOException e) {
      // Nothing is said over it any more.
    }
  }

  private void read() {
    String why;
    try {
      for (PmiLine next = in.next(); next != null; next = in.next()) {
        PmiLine line = next;
        if (line.command().equals(ReportLines.QUESTION)) {
          Thread.ofPlatform().daemon().name("purempi-report").start(() -> answer(line));
        } else if (line.command().equals(PmiDesk.ALIVE)) {
          timesAlive.incrementAndGet();
        } else if (line.command().equals(PmiDesk.JOB_ENDED)) {
          jobEnded(line);
          return;
        } else if (line.command().equals(PmiDesk.WORLD_FAILED)) {
          watch.worldFailed(
              line.require("kvsname"), line.requireInt("exitcode"), line.require("message"));
        } else if (line.command().equals(FailedRanks.COMMAND)) {
          FailedRanks.tell(line, watch);
        } else {
          arrivals.add(new Arrival(line, ""));
        }
      }
      why = "the launcher closed its connection (mpiexec has ended or was killed)";
    } catch (IOException | RuntimeException e) {
      // The latter from words that mean nothing: whoever waits must be told all the same.
      why = "the connection to the launcher broke: " + PmiException.text(e);
    }
    arrivals.add(new Arrival(null, why));
    if (!leaving) {
      watch.lost(why);
    }
  }

  private void jobEnded(PmiLine line) throws PmiException {
    String why = line.require("message");
    int exitCode = line.requireInt("exitcode");
    arrivals.add(new Arrival(null, why));
    watch.ended(exitCode, why);
  }
}
