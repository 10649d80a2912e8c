package org.purempi.recovery;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.Status;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Failures;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;
import org.purempi.protocol.Promise;
import org.purempi.recovery.Consensus.Word;
import org.purempi.transport.MalformedException;

/**
 * The agreements of one rank, one after the other in each context. What has been decided last is
 * kept, for ranks that have not heard of it. Any thread.
 */
public final class Agreements implements Failures.Listener {
  /** Word and ballot beside the number of the agreement. */
  private static final int WORD_BITS = 2;

  private static final int BALLOT_BITS = 24;

  private static final int FEW = 64;

  /** What has been decided in so many contexts is kept, though they may be closed. */
  private static final int MOST = 1_000;

  private static final Word[] WORDS = Word.values();

  private final Engine engine;
  private final Failures failures;
  private final Map<Long, Context> contexts =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Context> eldest) {
          return size() > MOST && eldest.getValue().isIdle();
        }
      };

  private Agreements(Engine engine) {
    this.engine = engine;
    this.failures = engine.failures();
    failures.listener(this);
    engine.departures().observe(this::failed);
  }

  /** Those of a rank. */
  public static Agreements of(Engine engine) {
    return engine.room(Agreements.class, Agreements::new);
  }

  /**
   * An agreement under way.
   *
   * @param operation done with the decision
   */
  public record Started(Operation operation, Round round) {
    /** The bits that all ranks have. */
    public int flag() {
      return round.decision().flag();
    }

    /** The context of the communicator that is to be made. */
    public long context() {
      return round.decision().context();
    }

    /** The ranks that have failed. */
    public List<Integer> failed() {
      return round.decision().failed().stream().boxed().toList();
    }

    /** Whether all ranks had acknowledged these failures. */
    public boolean isAcknowledged() {
      return round.decision().isAcknowledged();
    }
  }

  /** One agreement that this rank takes part in. */
  static final class Round {
    private final int flag;
    private final @Nullable LongSupplier newContext;
    private final Promise promise;
    private @Nullable Vote decision;

    Round(int flag, @Nullable LongSupplier newContext, Promise promise) {
      this.flag = flag;
      this.newContext = newContext;
      this.promise = promise;
    }

    private Vote decision() {
      Vote its = decision;
      if (its == null) {
        throw new MpiException(ErrorClass.INTERN, "an agreement is not done");
      }
      return its;
    }
  }

  /**
   * Takes part in the next agreement of some ranks; all that live do.
   *
   * @param newContext if a communicator is to be made: makes its context
   */
  public Started start(Peers all, int flag, @Nullable LongSupplier newContext) {
    Promise promise = engine.promise(() -> Status.EMPTY, all);
    var round = new Round(flag, newContext, promise);
    engine.locked(
        () -> {
          Context its = context(all.context());
          its.introduce(all);
          its.waiting.add(round);
          its.go();
        });
    return new Started(promise, round);
  }

  /**
   * This rank ends MPI: others that have not heard of the last decisions do so now, as far as their
   * ranks are few or some have failed.
   */
  public static void leave(Engine engine) {
    if (engine.failures().isOn()) {
      Agreements its = of(engine);
      engine.locked(() -> its.contexts.values().forEach(Context::leave));
    }
  }

  private Context context(long context) {
    return contexts.computeIfAbsent(context, key -> new Context());
  }

  @Override
  public void told(long context, int from, long word, MemorySegment memory, long at, int bytes) {
    Word its = WORDS[(int) word & (WORDS.length - 1)];
    int ballot = (int) ((word >>> WORD_BITS) & ((1 << BALLOT_BITS) - 1)) - 1;
    int number = (int) (word >>> (WORD_BITS + BALLOT_BITS));
    context(context)
        .told(from, its, ballot, number, bytes == 0 ? null : Vote.of(memory, at, bytes));
  }

  private void failed(int process) {
    List.copyOf(contexts.values()).forEach(Context::failed);
  }

  private record Early(int from, Word word, int ballot, int number, @Nullable Vote vote) {}

  /** The agreements in one context. */
  private final class Context {
    private final Deque<Round> waiting = new ArrayDeque<>();
    private final TreeMap<Integer, Consensus> known = new TreeMap<>();

    /** What has come before this rank knew who the others are. */
    private final Deque<Early> early = new ArrayDeque<>();

    private @Nullable Peers all;
    private @Nullable Round running;
    private int next;
    private BitSet absent = new BitSet();

    boolean isIdle() {
      return running == null && waiting.isEmpty();
    }

    void introduce(Peers its) {
      if (all == null) {
        all = its;
        while (!early.isEmpty()) {
          Early e = early.remove();
          told(e.from, e.word, e.ballot, e.number, e.vote);
        }
      }
    }

    /** Begins the next agreement unless one is running. */
    void go() {
      Peers ranks = all;
      while (ranks != null && running == null && !waiting.isEmpty()) {
        Round round = waiting.remove();
        running = round;
        Consensus its = consensus(ranks, next);
        LongSupplier maker = round.newContext;
        its.begin(
            absent,
            dead(ranks),
            vote(ranks, round.flag),
            votes -> maker == null ? votes : votes.in(maker.getAsLong()));
        settle();
      }
    }

    private Consensus consensus(Peers ranks, int number) {
      return known.computeIfAbsent(
          number,
          key ->
              new Consensus(
                  ranks.rank(),
                  ranks.size(),
                  (to, word, ballot, vote) -> send(ranks, to, word, ballot, number, vote)));
    }

    private void send(Peers ranks, int to, Word word, int ballot, int number, @Nullable Vote vote) {
      long its = (long) number << (WORD_BITS + BALLOT_BITS);
      its |= ((ballot + 1L) << WORD_BITS) | List.of(WORDS).indexOf(word);
      failures.tell(ranks, to, its, vote == null ? new long[0] : vote.words(ranks.size()));
    }

    private BitSet dead(Peers ranks) {
      var dead = new BitSet();
      failures.failed(ranks).forEach(dead::set);
      return dead;
    }

    private Vote vote(Peers ranks, int flag) {
      BitSet failed = dead(ranks);
      var acknowledged = new BitSet();
      for (int rank = failed.nextSetBit(0); rank >= 0; rank = failed.nextSetBit(rank + 1)) {
        acknowledged.set(rank, failures.isAcknowledged(ranks, rank));
      }
      return new Vote(flag, 0, failed, acknowledged);
    }

    void told(int from, Word word, int ballot, int number, @Nullable Vote vote) {
      Peers ranks = all;
      if (ranks == null) {
        early.add(new Early(from, word, ballot, number, vote));
        return;
      }
      if (from < 0 || from >= ranks.size()) {
        throw new MalformedException("a vote of rank " + from);
      }
      if (vote != null) {
        believe(ranks, vote.failed(), from);
      }
      if (number >= next - 1) { // who asks for an older one has failed
        consensus(ranks, number).told(from, word, ballot, vote);
        settle();
      }
    }

    /** Failures that another rank has noticed. */
    private void believe(Peers ranks, BitSet told, int from) {
      if (told.isEmpty()) {
        return;
      }
      BitSet failed = (BitSet) told.clone();
      failed.andNot(dead(ranks));
      failed.clear(ranks.rank());
      failed.stream()
          .filter(rank -> rank < ranks.size())
          .forEach(rank -> failures.believe(ranks.process(rank), ranks.process(from)));
    }

    void leave() {
      Peers ranks = all;
      Consensus last = known.get(next - 1);
      if (ranks != null && last != null && (ranks.size() <= FEW || !dead(ranks).isEmpty())) {
        last.leave();
      }
    }

    void failed() {
      Peers ranks = all;
      if (ranks != null) {
        BitSet dead = dead(ranks);
        List.copyOf(known.values()).forEach(its -> its.failed(dead));
        settle();
      }
    }

    /** If the agreement that is running has been decided, the next one begins. */
    private void settle() {
      Round round = running;
      Consensus its = known.get(next);
      Vote decision = its == null ? null : its.decision();
      if (round == null || decision == null) {
        return;
      }
      running = null;
      round.decision = decision;
      absent = decision.failed();
      known.headMap(next).clear();
      next++;
      engine.progress().complete(round.promise);
      go();
    }
  }
}
