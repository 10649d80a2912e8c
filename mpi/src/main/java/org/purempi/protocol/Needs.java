package org.purempi.protocol;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.purempi.Mpi;
import org.purempi.hang.CollectiveCall;
import org.purempi.hang.Letter;
import org.purempi.hang.Need;
import org.purempi.hang.Need.Kind;
import org.purempi.hang.RankSet;
import org.purempi.hang.Scope;
import org.purempi.hang.Situation.Entered;

/**
 * What one rank's waits need, with ranks of the world: what {@link Inspection} finds, for the graph
 * of who waits for whom. Inside the lock.
 */
final class Needs {
  /** Of more the rest is summed up. */
  private static final int MOST = 64;

  private final Engine engine;
  private final Map<ReceiveOperation, Long> contexts;
  private final Map<Long, Scope> scopes = new HashMap<>();

  /** {@code contexts} tells in which context each receive is posted. */
  Needs(Engine engine, Map<ReceiveOperation, Long> contexts) {
    this.engine = engine;
    this.contexts = contexts;
  }

  /** What a wait needs; nothing if that is not known. */
  List<Need> of(List<Object> parts, boolean isAny) {
    var all = new ArrayList<Need>();
    for (Object part : parts) {
      Need need = of(part);
      if (need == null && isAny) {
        return List.of(); // it may be enough
      } else if (need != null) {
        all.add(need);
      }
    }
    return all.size() <= MOST ? all : isAny ? summed(all) : all.subList(0, MOST);
  }

  private static List<Need> summed(List<Need> all) {
    var some = new ArrayList<>(all.subList(0, MOST - 1));
    Set<Integer> ranks = new LinkedHashSet<>();
    all.subList(MOST - 1, all.size()).forEach(need -> need.ranks().forEach(ranks::add));
    Need one = all.get(MOST - 1);
    RankSet of = RankSet.of(ranks.stream().mapToInt(Integer::intValue).toArray());
    some.add(new Need(one.kind(), true, of, one.scope(), one.number(), one.call()));
    return some;
  }

  private @Nullable Need of(Object what) {
    return switch (what) {
      case ReceiveOperation r -> receive(r);
      case SendOperation s -> {
        Kind own = s.isMoving() ? Kind.SENDING : Kind.SEND;
        yield message(own, s.context(), RankSet.of(s.process()), false, s.tag(), s.signature());
      }
      case Probe p -> {
        Peers peers = p.peers();
        RankSet from = peers == null ? RankSet.NONE : sources(peers, p.source);
        yield message(Kind.PROBE, p.context, from, isAny(p.source), p.tag, 0);
      }
      case Needing n when n.needed().length > 0 -> {
        Needing.Purpose its = n.purpose();
        Peers peers = its.scope();
        Scope scope =
            peers == null ? new Scope(-1, "", RankSet.NONE) : scope(peers.context(), peers);
        RankSet ranks = RankSet.of(n.needed());
        yield new Need(its.kind(), false, ranks, scope, its.number(), CollectiveCall.UNKNOWN);
      }
      default -> null;
    };
  }

  private Need receive(ReceiveOperation r) {
    Long known = contexts.get(r);
    long context = known == null ? r.peers().context() : known;
    boolean isMatched = !r.slot.isQueued();
    int source = isMatched ? r.source() : r.slot.source;
    return message(
        isMatched ? Kind.RECEIVING : Kind.RECEIVE,
        context,
        sources(r.peers(), source),
        isAny(source),
        r.slot.tag,
        r.signature);
  }

  private static boolean isAny(int source) {
    return source == Mpi.ANY_SOURCE;
  }

  private RankSet sources(Peers peers, int source) {
    if (isAny(source)) {
      return members(peers);
    }
    return source < 0 ? RankSet.NONE : RankSet.of(peers.process(source));
  }

  private Need message(
      Kind own, long context, RankSet ranks, boolean isAny, int tag, int signature) {
    long base = Peers.pointToPoint(context);
    Scope scope = scope(base, null);
    CollectiveCall call = Signature.described(signature);
    Kind kind =
        switch (Inspection.part(context)) {
          case PROGRAM -> own;
          case CREATION -> Kind.CREATION;
          case COLLECTIVE -> tag < Peers.COLLECTIVE_TAGS ? Kind.COLLECTIVE : persistent(base, tag);
        };
    return new Need(kind, isAny, ranks, scope, tag, call);
  }

  /** A window sends its posts with the first of these tags, its completions with the second. */
  private Kind persistent(long context, int tag) {
    if (!engine.isWindow(context)) {
      return Kind.PERSISTENT;
    }
    return tag == Peers.COLLECTIVE_TAGS ? Kind.POST : Kind.COMPLETION;
  }

  private Scope scope(long context, @Nullable Peers of) {
    return scopes.computeIfAbsent(
        context,
        key -> {
          Peers everybody = engine.contexts.everybody(key);
          Peers peers = everybody == null ? of : everybody;
          return peers == null
              ? new Scope(key, "a communicator not known here", RankSet.NONE)
              : new Scope(key, peers.label(), members(peers));
        });
  }

  private static RankSet members(Peers peers) {
    return peers.isWhole() ? RankSet.range(0, peers.size() - 1) : RankSet.of(peers.processes());
  }

  /** A message of the program that nobody has received. */
  Letter letter(long context, Arrival a) {
    int source = a.peer.index < engine.homeSize() ? a.peer.index : -1;
    return new Letter(source, scope(Peers.pointToPoint(context), null), a.tag, a.totalBytes);
  }

  /** The collective operations that this rank has begun; of very many communicators the newest. */
  List<Entered> entered() {
    List<Peers> all =
        engine.contexts.everybody().stream()
            .filter(peers -> peers.size() > 1)
            .sorted(Comparator.comparingLong(Peers::context).reversed())
            .toList();
    var entered = new ArrayList<Entered>();
    for (int i = 0; i < all.size(); i++) {
      if (i < MOST || i == all.size() - 1) { // the world is the oldest
        entered.add(new Entered(all.get(i).context(), all.get(i).collectivesBegun()));
      }
    }
    return entered;
  }
}
