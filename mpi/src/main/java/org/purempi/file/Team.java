package org.purempi.file;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.MpiAbortException;
import org.purempi.MpiArgumentException;
import org.purempi.MpiError;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.ProcessFailedException;
import org.purempi.VBuf;
import org.purempi.collective.Collective;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;
import org.purempi.protocol.Regions;

/**
 * The ranks of a file in one of its contexts, and what they tell each other. A collective call
 * begins with {@link #begin}, in which all learn who calls what, and whose arguments are wrong; it
 * ends with {@link #agree}, in which all learn whether it has gone well. So an error is one of all
 * ranks, and nobody waits for a rank that has given up.
 */
final class Team {
  private static final int RANK_BITS = 32;

  /** What each rank says first: the call, and what is wrong. */
  private static final int HEAD = 2;

  final Peers peers;
  private final Collective collective;
  private final int tag;

  /** Memory that its ranks reserve for each other. */
  final Regions regions;

  /** What its ranks share to write together. */
  final JointBlock joint = new JointBlock(this);

  /** Set when the ranks no longer make the same calls: nothing can be done together any more. */
  private volatile @Nullable MpiException broken;

  Team(Peers peers) {
    this.peers = peers;
    this.collective = new Collective(peers);
    this.tag = peers.nextPersistentTag();
    this.regions = peers.regions();
  }

  Collective collective() {
    return collective;
  }

  int rank() {
    return peers.rank();
  }

  int size() {
    return peers.size();
  }

  boolean isBroken() {
    return broken != null;
  }

  void barrier() {
    collective.run(s -> collective.plans().barrier(s));
  }

  /** Everybody's numbers, as many of each. */
  long[] allgather(long... mine) {
    long[] all = new long[mine.length * size()];
    collective.run(s -> collective.plans().allgather(s, Buf.of(mine), Buf.of(all)));
    return all;
  }

  /** Everybody's numbers, of each so many. */
  long[] allgatherv(long[] mine, long[] counts) {
    long[] all = new long[Math.toIntExact(Arrays.stream(counts).sum())];
    VBuf blocks = VBuf.of(Buf.of(all), counts);
    collective.run(s -> collective.plans().allgatherv(s, Buf.of(mine), blocks));
    return all;
  }

  /** A number that rank 0 knows. */
  long bcast(long number) {
    long[] one = {number};
    collective.run(s -> collective.plans().bcast(s, Buf.of(one), 0));
    return one[0];
  }

  /**
   * Begins to send bytes to a rank, in the order of these calls, as part of a collective one: who
   * waits for them does so in vain once any rank has failed.
   */
  Operation send(Buf bytes, int dest) {
    return peers.engine().sending().start(peers, peers.collectiveContext(), bytes, dest, tag);
  }

  /** Begins to receive bytes from a rank. */
  Operation receive(Buf bytes, int source) {
    return peers.engine().receiving().start(peers, peers.collectiveContext(), bytes, source, tag);
  }

  /** Whether no rank before this one is known to live: it cleans up behind those that failed. */
  boolean isFirstAlive() {
    List<Integer> failed = peers.engine().failures().known(peers);
    return IntStream.range(0, rank()).allMatch(failed::contains);
  }

  void await(Operation operation) {
    peers.engine().waiting().waitIgnoringStatus(operation);
  }

  // ---- collective calls

  /** What each rank says at the beginning of a collective call. */
  static final class Facts {
    private final long[] all;
    private final int each;

    private Facts(long[] all, int each) {
      this.all = all;
      this.each = each;
    }

    /** Number {@code which} of what a rank said. */
    long of(int rank, int which) {
      return all[rank * each + HEAD + which];
    }

    /** Whether all ranks said the same number. */
    boolean isSame(int which) {
      for (int at = HEAD + which; at < all.length; at += each) {
        if (all[at] != all[HEAD + which]) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * Begins a collective call.
   *
   * @param wrong what is wrong with this rank's arguments
   * @param mine what others have to know, as many numbers on all ranks
   * @throws MpiException on all ranks, if something is wrong on one, or if they make other calls
   */
  Facts begin(Call call, @Nullable RuntimeException wrong, long... mine) {
    MpiException earlier = broken;
    if (earlier != null) {
      throw new MpiException(earlier.errorClass(), String.valueOf(earlier.getMessage()), earlier);
    }
    // Of one length for all calls: else those that do not match would not even meet.
    long[] said = new long[Math.max(MOST_FACTS, mine.length) + HEAD];
    said[0] = call.code();
    said[1] = word(wrong);
    System.arraycopy(mine, 0, said, HEAD, mine.length);
    long[] all = allgather(said);
    long worst = 0;
    for (int rank = 0; rank < size(); rank++) {
      long other = all[rank * said.length];
      if (other != call.code()) {
        throw mismatch(call, rank, Call.of(other));
      }
      worst = Math.max(worst, all[rank * said.length + 1]);
    }
    RuntimeException failure = failure(call.toString(), wrong, worst);
    if (failure != null) {
      throw failure;
    }
    return new Facts(all, said.length);
  }

  /** As many numbers as any call says. */
  private static final int MOST_FACTS = 5;

  private MpiException mismatch(Call call, int rank, Call other) {
    var e =
        new MpiException(
            ErrorClass.OTHER,
            "rank "
                + rank
                + " of "
                + peers.label()
                + " calls "
                + other
                + " where this rank calls "
                + call
                + ": all ranks make the same collective calls in the same order"
                + (other == Call.CLOSE ? "; perhaps an exception has left its try block" : ""));
    broken = e;
    return e;
  }

  /** An error as a number: the largest wins, and it names its rank; 0: none. */
  private long word(@Nullable RuntimeException error) {
    if (error == null) {
      return 0;
    }
    ErrorClass its = error instanceof MpiError e ? e.errorClass() : ErrorClass.OTHER;
    return (long) its.code() << RANK_BITS | (size() - rank());
  }

  /** What this rank throws when one of them has failed: its own error, or that of another. */
  private @Nullable RuntimeException failure(
      String call, @Nullable RuntimeException own, long worst) {
    if (own != null || worst == 0) {
      return own;
    }
    ErrorClass its = errorClass((int) (worst >>> RANK_BITS));
    int rank = size() - (int) worst;
    String what =
        call
            + " of "
            + peers.label()
            + " failed at rank "
            + rank
            + " with class "
            + its
            + ", so it failed at all ranks; see there";
    return its == ErrorClass.PROC_FAILED
        ? new ProcessFailedException(its, failed(), what)
        : new MpiException(its, what);
  }

  private int[] failed() {
    return peers.engine().failures().known(peers).stream().mapToInt(rank -> rank).toArray();
  }

  private static ErrorClass errorClass(int code) {
    for (ErrorClass c : ErrorClass.values()) {
      if (c.code() == code) {
        return c;
      }
    }
    return ErrorClass.UNKNOWN;
  }

  /**
   * Ends a collective call: throws on all ranks if one of them has failed.
   *
   * @param own what has gone wrong here
   */
  void agree(String call, @Nullable RuntimeException own) {
    long[] mine = {word(own)};
    long[] worst = new long[1];
    collective.run(s -> collective.plans().allreduce(s, Buf.of(mine), Buf.of(worst), Op.MAX));
    RuntimeException failure = failure(call, own, worst[0]);
    if (failure != null) {
      throw failure;
    }
  }

  /** What goes wrong, as a value. */
  static @Nullable RuntimeException attempt(Runnable part) {
    try {
      part.run();
      return null;
    } catch (MpiAbortException e) {
      throw e; // the job ends: nobody waits for this rank
    } catch (RuntimeException e) {
      return e;
    }
  }

  /** Refuses an argument that is not the same on all ranks. */
  static void requireSame(Facts facts, int which, String call, String what) {
    if (!facts.isSame(which)) {
      throw new MpiArgumentException(
          ErrorClass.NOT_SAME, call + ": " + what + " must be the same on all ranks, and is not");
    }
  }
}
