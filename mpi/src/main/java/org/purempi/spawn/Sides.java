package org.purempi.spawn;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.MpiError;
import org.purempi.MpiException;
import org.purempi.Status;
import org.purempi.VBuf;
import org.purempi.collective.Collective;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Peers;
import org.purempi.protocol.Promise;

/**
 * The ranks of two groups that do not reach each other yet, as one of them sees it: each says
 * something, and all hear what all have said, through the roots. What goes wrong at a root goes
 * wrong on all ranks of its group.
 */
final class Sides {
  /** In place of an error's code. */
  private static final long WELL = -1;

  private static final long LOOK_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Peers local;
  private final Collective collective;
  private final int root;

  /** At the root only. */
  private @Nullable Call call;

  /** When the root gives up waiting for the other one. */
  private long deadlineNanos = Ports.FOREVER;

  /** One side. */
  Sides(Peers local, Collective collective, int root) {
    this.local = local;
    this.collective = collective;
    this.root = root;
  }

  Peers local() {
    return local;
  }

  /** The root gives up waiting then; answers the same. */
  long until(long nanos) {
    deadlineNanos = nanos;
    return nanos;
  }

  boolean isRoot() {
    return local.rank() == root;
  }

  /** What the root finds out, on all ranks; it may take its time, and fail. */
  byte[] fromRoot(Callable<byte[]> atRoot) {
    long[] head = {WELL, 0}; // what went wrong, how long the answer is
    byte[] bytes = {};
    RuntimeException failure = null;
    if (isRoot()) {
      try {
        bytes = aside(local.engine(), atRoot);
      } catch (RuntimeException e) {
        failure = e;
        head[0] = (e instanceof MpiError its ? its.errorClass() : ErrorClass.OTHER).code();
        bytes = String.valueOf(e.getMessage()).getBytes(UTF_8);
      }
      head[1] = bytes.length;
    }
    collective.run(s -> collective.plans().bcast(s, Buf.of(head), root));
    byte[] all = isRoot() ? bytes : new byte[Math.toIntExact(head[1])];
    if (all.length > 0) {
      collective.run(s -> collective.plans().bcast(s, Buf.of(all), root));
    }
    if (failure != null) {
      throw failure;
    }
    if (head[0] != WELL) {
      throw new MpiException(errorClass(head[0]), new String(all, UTF_8));
    }
    return all;
  }

  private static ErrorClass errorClass(long code) {
    return Arrays.stream(ErrorClass.values())
        .filter(its -> its.code() == code)
        .findFirst()
        .orElse(ErrorClass.OTHER);
  }

  /** Runs what blocks on a thread of its own, while this one makes progress. */
  private static byte[] aside(Engine engine, Callable<byte[]> work) {
    Promise promise = engine.promise(() -> Status.EMPTY);
    var result = new Result();
    Thread.ofPlatform()
        .daemon()
        .name("purempi meeting")
        .start(
            () -> {
              try {
                result.bytes = work.call();
              } catch (RuntimeException e) {
                result.failure = e;
              } catch (Exception e) {
                result.failure = Failures.of(e);
              } catch (Error e) {
                result.failure = new MpiException(ErrorClass.INTERN, e.toString(), e);
              }
              boolean unused = promise.keep(engine.progress());
            });
    // With a limit: it is no wait for ranks of this world, which a watch could take for a hang.
    while (!engine.waiting().await(promise, System.nanoTime() + LOOK_NANOS)) {
      // The other side takes its time.
    }
    if (result.failure != null) {
      throw result.failure;
    }
    return result.bytes;
  }

  private static final class Result {
    private byte[] bytes = {};
    private @Nullable RuntimeException failure;
  }

  /** The root has reached the other one: its caller, or the one that it has called. */
  void meet(Callable<Call> atRoot) {
    byte[] unused =
        fromRoot(
            () -> {
              call = atRoot.call();
              return new byte[0];
            });
  }

  /** Whether this group is the first of both; known at the root. */
  boolean isHost() {
    return call != null && call.isHost();
  }

  /** The secret of a link of this name; known at the root. */
  String key(String link) {
    return Objects.requireNonNull(call).key(link).toHex();
  }

  /** What all have said, those of the first group first; and how many these are. */
  record Said(List<String> all, int ofFirst) {}

  /** Everybody says something. */
  Said exchange(String mine) {
    byte[] ours = gathered(mine);
    byte[] both =
        fromRoot(
            () -> {
              Call its = Objects.requireNonNull(call);
              byte[] theirs = its.swap(ours, deadlineNanos);
              var out = new ByteArrayOutputStream();
              out.write(its.isHost() ? ours : theirs);
              out.write(its.isHost() ? theirs : ours);
              return out.toByteArray();
            });
    try (var in = new DataInputStream(new ByteArrayInputStream(both))) {
      List<String> all = new ArrayList<>();
      int ofFirst = read(in, all);
      read(in, all);
      return new Said(all, ofFirst);
    } catch (IOException e) {
      throw new MpiException(ErrorClass.INTERN, "the other side says what nobody understands", e);
    }
  }

  private static int read(DataInputStream in, List<String> all) throws IOException {
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      byte[] text = new byte[in.readInt()];
      in.readFully(text);
      all.add(new String(text, UTF_8));
    }
    return count;
  }

  /** What the ranks of this group say, at the root: how many, and of each its length and bytes. */
  private byte[] gathered(String mine) {
    byte[] text = mine.getBytes(UTF_8);
    long[] length = {text.length};
    long[] lengths = new long[local.size()];
    collective.run(s -> collective.plans().allgather(s, Buf.of(length), Buf.of(lengths)));
    byte[] all = new byte[isRoot() ? Math.toIntExact(Arrays.stream(lengths).sum()) : 0];
    VBuf blocks = isRoot() ? VBuf.of(Buf.of(all), lengths) : null;
    collective.run(s -> collective.plans().gatherv(s, Buf.of(text), blocks, root));
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(local.size());
      int at = 0;
      for (int rank = 0; rank < lengths.length && isRoot(); rank++) {
        out.writeInt((int) lengths[rank]);
        out.write(all, at, (int) lengths[rank]);
        at += (int) lengths[rank];
      }
    } catch (IOException impossible) {
      throw new IllegalStateException("memory refuses bytes", impossible);
    }
    return bytes.toByteArray();
  }

  /** The roots hang up. */
  void close() {
    Call its = call;
    if (its != null) {
      try {
        its.close();
      } catch (IOException e) {
        // Nothing more is said over it.
      }
    }
  }
}
