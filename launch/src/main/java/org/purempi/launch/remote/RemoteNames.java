package org.purempi.launch.remote;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Secret;
import org.purempi.launch.daemon.DaemonClient;
import org.purempi.launch.daemon.Proof;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.SmpdException;
import org.purempi.launch.system.DaemonThread;
import org.purempi.pmi.NameService;
import org.purempi.pmi.PmiException;
import org.purempi.pmi.PmiLine;

/**
 * The names that jobs of several mpiexecs share: asks the name server, a daemon that knows our
 * passphrase, over one connection, with which the names go that were published here. One thread of
 * its own waits for the answers. Where there is none the rank that asks is told why. Any thread.
 */
public final class RemoteNames implements NameService {
  private static final int CALL_MILLIS = 3000;
  private static final int ANSWER_MILLIS = 3000;

  /** So long nobody asks again what has just failed. */
  private static final long BREATHER_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int MOST_QUESTIONS = 20_000;

  /** A longer question would end the conversation, and with it our names. */
  private static final int MOST_CHARACTERS = 8192;

  private record Question(PmiLine request, Consumer<PmiLine> answer) {}

  private final NameServer server;
  private final String phrase;
  private final Queue<Question> questions = new ArrayDeque<>();
  private boolean isOver;

  // Used by the thread only.
  private @Nullable Secret key;
  private @Nullable DaemonClient caller;
  private int tags;
  private @Nullable String failure;
  private long failedNanos;

  /**
   * Asks nothing yet.
   *
   * @param phrase the passphrase of the server
   */
  public RemoteNames(NameServer server, String phrase) {
    this.server = server;
    this.phrase = phrase;
    DaemonThread.start("names", this::answerAll);
  }

  @Override
  public synchronized void serve(PmiLine request, Consumer<PmiLine> answer) {
    if (isOver || questions.size() >= MOST_QUESTIONS) {
      answer.accept(NameService.refusal(request, "too many ask for names at once"));
    } else if (request.format().length() > MOST_CHARACTERS) {
      answer.accept(NameService.refusal(request, "the name is too long"));
    } else {
      questions.add(new Question(request, answer));
      notifyAll();
    }
  }

  @Override
  public synchronized void close() {
    isOver = true;
    notifyAll();
  }

  private synchronized @Nullable Question next() throws InterruptedException {
    while (questions.isEmpty() && !isOver) {
      wait();
    }
    return questions.poll();
  }

  private void answerAll() {
    try {
      for (Question one = next(); one != null; one = next()) {
        one.answer.accept(answer(one.request));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      hangUp();
    }
  }

  private PmiLine answer(PmiLine request) {
    String trouble = failure;
    if (trouble != null && System.nanoTime() - failedNanos < BREATHER_NANOS) {
      return NameService.refusal(request, trouble);
    }
    failure = null;
    try {
      return asked(request);
    } catch (IOException | RuntimeException e) {
      hangUp();
      trouble = e.getMessage() == null ? e.toString() : e.getMessage();
      failure = trouble;
      failedNanos = System.nanoTime();
      return NameService.refusal(request, trouble);
    }
  }

  /** A server that has gone since the last question may be there again. */
  private PmiLine asked(PmiLine request) throws IOException {
    DaemonClient known = caller;
    if (known != null) {
      try {
        return ask(known, request);
      } catch (SmpdException e) {
        throw e;
      } catch (IOException e) {
        hangUp();
      }
    }
    return ask(call(), request);
  }

  private DaemonClient call() throws IOException {
    Secret its = key;
    if (its == null) {
      its = Proof.key(phrase);
      key = its;
    }
    DaemonClient called =
        DaemonClient.call(
            server.host(), server.port(), its, DaemonClient.Session.NAMES, CALL_MILLIS);
    called.limit(ANSWER_MILLIS);
    caller = called;
    return called;
  }

  private PmiLine ask(DaemonClient from, PmiLine request) throws IOException {
    SmpdCommand question = SmpdCommand.of(ManagerEvents.verb(request), 0, 1, tags++);
    SmpdCommand result = from.ask(question.with(SmpdCommand.PMI, request.format()));
    String reply = result.get(SmpdCommand.PMI);
    if (reply == null) {
      return NameService.refusal(request, server + ": " + result.require(SmpdCommand.RESULT));
    }
    try {
      return PmiLine.parse(reply);
    } catch (PmiException e) {
      throw new SmpdException(server + " answers with something else: " + e.getMessage());
    }
  }

  private void hangUp() {
    DaemonClient known = caller;
    caller = null;
    if (known != null) {
      try {
        known.close();
      } catch (IOException e) {
        // It is of no use any more.
      }
    }
  }
}
