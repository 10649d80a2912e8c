package org.purempi.launch.smpd1;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.local.LocalSite;
import org.purempi.launch.output.Carrier;
import org.purempi.launch.output.RawCarrier;
import org.purempi.launch.site.Grace;

/**
 * One rank under a manager of MPICH's smpd: what it says to the tree, and its streams. Any thread.
 */
final class Smpd1Rank {
  private static final long MOST_INPUT_BYTES = 256L << 20;
  private static final int STREAMS = 2;
  private static final long QUIET_SECONDS = 1;
  private static final int KILLED = 128 + 9;

  private final int node;
  private final int context;
  private final LaunchOrder order;
  private final Smpd1Processes.Listener listener;
  private final Map<Integer, Consumer<Smpd1Command>> awaited = new ConcurrentHashMap<>();
  private final AtomicInteger tags = new AtomicInteger();
  private final AtomicLong moved = new AtomicLong();
  private final AtomicLong inputQueued = new AtomicLong();
  private final ExecutorService input =
      Executors.newSingleThreadExecutor(
          body -> Thread.ofPlatform().daemon().name("smpd1-stdin").unstarted(body));
  private @Nullable LocalSite site;
  private @Nullable Smpd1Link child;
  private @Nullable Integer code;
  private int streamsLeft = STREAMS;
  private boolean running;
  private boolean doomed;
  private boolean told;

  Smpd1Rank(int node, int context, LaunchOrder order, Smpd1Processes.Listener listener) {
    this.node = node;
    this.context = context;
    this.order = order;
    this.listener = listener;
  }

  int node() {
    return node;
  }

  int context() {
    return context;
  }

  int rank() {
    return order.rank();
  }

  LaunchOrder order() {
    return order;
  }

  /** The ranks of its host as the original writes them, {@code 0..2,5}. */
  String clique() {
    return LaunchOrder.clique(order.clique());
  }

  /** A command in the rank's name, its number in it. */
  Smpd1Command command(String verb, int destination) {
    return Smpd1Command.of(verb, node, destination, tags.getAndIncrement())
        .with(Smpd1Command.CONTEXT, context);
  }

  /** A command in the rank's name that has no answer, and no number of the rank. */
  Smpd1Command plain(String verb, int destination) {
    return Smpd1Command.of(verb, node, destination, tags.getAndIncrement());
  }

  /** Says a command; the answer comes later. */
  void ask(Smpd1Command command, Consumer<Smpd1Command> answer) {
    awaited.put(command.tag(), answer);
    listener.said(command);
  }

  void answered(Smpd1Command answer) {
    Smpd1Link link;
    synchronized (this) {
      link = child;
    }
    try {
      if (link != null) {
        link.send(answer);
        return;
      }
      Consumer<Smpd1Command> asked = awaited.remove(answer.requireInt(Smpd1Command.ANSWERED_TAG));
      if (asked != null) {
        asked.accept(answer);
      }
    } catch (IOException e) {
      listener.failed("rank %d: %s".formatted(rank(), e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The rank speaks smpd's own language over a connection; answers go there. */
  synchronized void child(Smpd1Link link) {
    child = link;
  }

  /** From now on its processes are those of a site. */
  synchronized void site(LocalSite its) {
    site = its;
    notifyAll();
  }

  /** Its process runs. */
  void started() throws IOException {
    synchronized (this) {
      running = true;
      if (doomed && site != null && code == null) {
        site.kill(rank());
      }
    }
  }

  void stop() throws IOException {
    synchronized (this) {
      if (site != null && code == null) {
        site.stop(rank());
      }
    }
  }

  /** Ends it: it has the usual grace to save its state, for whoever asks does not say how long. */
  void kill() throws IOException {
    LocalSite its;
    synchronized (this) {
      if (code != null) {
        return; // it has ended, and its process number may be another's by now
      }
      doomed = true;
      its = running ? site : null;
      if (its != null) {
        its.terminate(rank());
      } else if (site == null) {
        code = KILLED; // it never began
        streamsLeft = 0;
      }
    }
    if (its == null) {
      tellExit();
      return;
    }
    CompletableFuture.delayedExecutor(Grace.DEFAULT.toMillis(), TimeUnit.MILLISECONDS)
        .execute(() -> killAtLast(its));
  }

  private void killAtLast(LocalSite its) {
    try {
      synchronized (this) {
        if (code == null) {
          its.kill(rank());
        }
      }
    } catch (IOException e) {
      // The job is over, and what was left of it has been killed.
    }
  }

  /** Whether it was to be killed before it began. */
  synchronized boolean isDoomed() {
    return doomed;
  }

  /** What carries one of its streams. */
  Carrier carrier(boolean error) {
    return new RawCarrier(
        (bytes, start, end) -> {
          listener.output(context, error, bytes, start, end);
          moved.incrementAndGet();
        },
        this::streamEnded);
  }

  private void streamEnded() {
    synchronized (this) {
      streamsLeft--;
    }
    tellExit();
  }

  /** Its process has ended; that is told once its streams have, or nothing comes for a while. */
  void exited(int status) {
    synchronized (this) {
      code = status;
    }
    tellExit();
    giveUpQuiet(moved.get());
  }

  private void giveUpQuiet(long seen) {
    CompletableFuture.delayedExecutor(QUIET_SECONDS, TimeUnit.SECONDS)
        .execute(
            () -> {
              synchronized (this) {
                if (told) {
                  return;
                }
                streamsLeft = moved.get() == seen ? 0 : streamsLeft;
              }
              tellExit();
              giveUpQuiet(moved.get());
            });
  }

  private void tellExit() {
    Integer status;
    synchronized (this) {
      status = code;
      if (told || status == null || streamsLeft > 0) {
        return;
      }
      told = true;
    }
    listener.exited(context, status);
  }

  /** Bytes for its standard input; null ends it. */
  void input(byte @Nullable [] bytes) {
    long queued = inputQueued.addAndGet(bytes == null ? 0 : bytes.length);
    if (queued > MOST_INPUT_BYTES) {
      listener.failed("rank %d does not read its standard input".formatted(rank()));
      return;
    }
    if (!input.isShutdown()) {
      input.execute(() -> pass(bytes));
    }
  }

  private void pass(byte @Nullable [] bytes) {
    try {
      LocalSite its;
      synchronized (this) {
        while (site == null && !told) {
          wait(TimeUnit.SECONDS.toMillis(QUIET_SECONDS));
        }
        its = site;
      }
      if (its == null) {
        return;
      }
      OutputStream to = its.input(rank());
      if (bytes == null) {
        to.close();
      } else {
        to.write(bytes);
        to.flush();
        inputQueued.addAndGet(-bytes.length);
      }
    } catch (IOException e) {
      inputQueued.addAndGet(bytes == null ? 0 : -bytes.length); // the rank reads no more
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void close() {
    input.shutdownNow();
    Smpd1Link link;
    synchronized (this) {
      link = child;
      told = true;
    }
    if (link != null) {
      link.disconnect();
    }
  }
}
