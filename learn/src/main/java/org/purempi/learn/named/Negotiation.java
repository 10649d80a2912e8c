package org.purempi.learn.named;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.VBuf;

/**
 * How the ranks find out, in a cycle in which all of them take part, what all are ready for.
 *
 * <p>First comes one allreduce of bits. Bit by bit the ranks tell which of the {@linkplain
 * ResponseCache known} requests they are ready for, and the bitwise and is what all are ready for.
 * Only if some rank has a request that is not known, or joins, do lists go to the {@link
 * Coordinator}, and its answer to all.
 */
final class Negotiation {
  // The first word; of each bit the ranks hear whether all have set it.
  private static final long HAS_NO_QUESTION = 1;
  private static final long IS_OPEN = 1 << 1;
  private static final long HAS_NOT_JOINED = 1 << 2;
  private static final int FLAG_WORDS = 1;

  private final Communicator ranks;
  private final ResponseCache cache;
  private final @Nullable Coordinator coordinator;
  private final Tally tally;

  /** After so long a rank asks the coordinator also for what is known: it may be missing others. */
  private final long suspicionNanos;

  private boolean someHaveJoined;

  Negotiation(
      Communicator ranks,
      ResponseCache cache,
      @Nullable Coordinator coordinator,
      Tally tally,
      long suspicionNanos) {
    this.ranks = ranks;
    this.cache = cache;
    this.coordinator = coordinator;
    this.tally = tally;
    this.suspicionNanos = suspicionNanos;
  }

  /**
   * What a cycle has led to, the same on all ranks.
   *
   * @param end why no cycle follows; null if there are more
   */
  record Outcome(List<Decision> decisions, @Nullable NamedOperationException end) {}

  /**
   * Takes part in a cycle.
   *
   * @param pending what this rank is ready for
   * @param isClosing whether this rank asks for nothing more
   */
  Outcome cycle(Collection<Submission> pending, boolean isClosing) {
    long start = System.nanoTime();
    tally.cycles.increment();
    long[] words = new long[FLAG_WORDS + cache.words()];
    List<Submission> unknown = new ArrayList<>();
    boolean hasJoined = marks(words, pending, unknown, start);
    boolean asks = !unknown.isEmpty() || (coordinator != null && coordinator.isStalled(start));
    words[0] =
        (asks ? 0 : HAS_NO_QUESTION) | (isClosing ? 0 : IS_OPEN) | (hasJoined ? 0 : HAS_NOT_JOINED);
    ranks.allreduce(words, Op.BAND);
    someHaveJoined = (words[0] & HAS_NOT_JOINED) == 0;
    Outcome outcome =
        (words[0] & IS_OPEN) == 0
            ? new Outcome(List.of(), closed(isClosing))
            : decided(words, unknown, start);
    tally.negotiationNanos.add(System.nanoTime() - start);
    return outcome;
  }

  /** Sets the bits of this rank, finds what has none; whether this rank has joined. */
  private boolean marks(
      long[] words, Collection<Submission> pending, List<Submission> unknown, long now) {
    boolean hasJoined = false;
    for (Submission s : pending) {
      hasJoined |= s.request.kind() == Kind.JOIN;
      if (!s.isSent) {
        int slot = isOrdinary(s, now) ? cache.find(s.request) : ResponseCache.NONE;
        if (slot == ResponseCache.NONE) {
          unknown.add(s);
        } else {
          set(words, slot);
        }
      }
    }
    if (hasJoined) {
      for (int slot = 0; slot < cache.slots(); slot++) {
        Request known = cache.at(slot);
        if (known != null && known.mayLackRanks()) {
          set(words, slot);
        }
      }
    }
    return hasJoined;
  }

  private boolean isOrdinary(Submission s, long now) {
    return !(suspicionNanos > 0 && now - s.sinceNanos > suspicionNanos)
        && !(someHaveJoined && !s.request.mayLackRanks());
  }

  private static void set(long[] words, int slot) {
    words[FLAG_WORDS + slot / Long.SIZE] |= 1L << slot;
  }

  private NamedOperationException closed(boolean isClosing) {
    int[] closing = ranks.allgather(isClosing ? 1 : 0);
    List<Integer> who = new ArrayList<>();
    for (int r = 0; r < closing.length; r++) {
      if (closing[r] != 0) {
        who.add(r);
      }
    }
    return new OperationsClosedException("the operations were closed by " + Gathering.words(who));
  }

  private Outcome decided(long[] words, List<Submission> unknown, long now) {
    List<Decision> decisions = new ArrayList<>();
    for (int w = FLAG_WORDS; w < words.length; w++) {
      for (long bits = words[w]; bits != 0; bits &= bits - 1) {
        int slot = (w - FLAG_WORDS) * Long.SIZE + Long.numberOfTrailingZeros(bits);
        Request known = cache.at(slot);
        if (known != null) {
          cache.touch(slot);
          decisions.add(new Decision.Go(known));
        }
      }
    }
    tally.cacheHits.add(decisions.size());
    if ((words[0] & HAS_NO_QUESTION) != 0) {
      return new Outcome(decisions, null);
    }
    Answer answer = asked(unknown, now);
    tally.negotiated.add(answer.decisions().size());
    answer.forgotten().forEach(cache::evict);
    for (Decision d : answer.decisions()) {
      if (d instanceof Decision.Go(Request request)) {
        cache.put(request);
      } else if (d instanceof Decision.AllJoined) {
        someHaveJoined = false;
      }
    }
    decisions.addAll(answer.decisions());
    String end = answer.end();
    return new Outcome(decisions, end.isEmpty() ? null : new NamedOperationException(end, null));
  }

  /** Asks the coordinator, as all ranks do now. */
  private Answer asked(List<Submission> unknown, long now) {
    byte[] mine = Question.write(unknown, now);
    unknown.forEach(s -> s.isSent = true);
    int[] lengths = ranks.gather(mine.length, 0);
    if (coordinator == null) {
      ranks.gatherv(Buf.of(mine), null, 0);
      byte[] answer = new byte[ranks.bcast(0, 0)];
      ranks.bcast(answer, 0);
      return Wire.read(answer, 0, answer.length, Answer::read);
    }
    byte[] all = new byte[java.util.Arrays.stream(lengths).sum()];
    ranks.gatherv(Buf.of(mine), VBuf.of(Buf.of(all, 0, all.length, Datatype.BYTE), lengths), 0);
    List<List<Question>> questions = new ArrayList<>();
    int from = 0;
    for (int length : lengths) {
      questions.add(Wire.read(all, from, length, Question::read));
      from += length;
    }
    Answer answer = coordinator.answer(questions, now);
    byte[] bytes = answer.bytes();
    ranks.bcast(bytes.length, 0);
    ranks.bcast(bytes, 0);
    return answer;
  }
}
