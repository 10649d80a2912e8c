package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Op;

/**
 * Allreduce by Rabenseifner: a reduce-scatter by recursive halving, then an allgather by recursive
 * doubling along the same pairs.
 *
 * <pre>
 *   4 ranks      halve    0↔2 1↔3 (n/2)    0↔1 2↔3 (n/4)
 *                double   0↔1 2↔3 (n/4)    0↔2 1↔3 (n/2)
 *   other numbers of ranks fold first, as in recursive doubling
 * </pre>
 *
 * <p>A long vector goes piece by piece.
 *
 * <p>When: medium and long vectors, an operation that commutes. Cost: 2 log₂ p α + 2 n (p − 1)/p β
 * + n (p − 1)/p γ.
 *
 * <p>Rabenseifner: Optimization of collective reduction operations, ICCS 2004.
 */
final class AllreduceRabenseifner {
  /** Of a longer vector a rank's part would have left its cache before it is combined. */
  private static final long PIECE_BYTES = 4L << 20;

  private AllreduceRabenseifner() {}

  /** {@code input} and {@code recv} are the same buffer if the operation is in place. */
  static void steps(Schedule s, Buf input, Buf recv, Op op) {
    steps(s, input, recv, op, PIECE_BYTES);
  }

  /** As above, of so many bytes at once. */
  static void steps(Schedule s, Buf input, Buf recv, Op op, long pieceBytes) {
    long count = recv.count();
    long most = Math.max(1, pieceBytes / Math.max(1, recv.datatype().size()));
    if (count <= most) {
      piece(s, input, recv, op, null);
      return;
    }
    Buf scratch = s.scratch(recv.datatype(), most);
    for (long at = 0; at < count; at += most) {
      long n = Math.min(most, count - at);
      Buf part = recv.slice(at, n);
      piece(s, input == recv ? part : input.slice(at, n), part, op, scratch.slice(0, n));
    }
  }

  private static void piece(Schedule s, Buf input, Buf recv, Op op, @Nullable Buf scratch) {
    int rank = s.rank();
    Fold fold = Fold.of(s.size());
    int me = fold.member(rank);
    if (me == Fold.ASIDE) {
      s.sendNow(input, rank + 1);
      s.receiveNow(recv, rank + 1);
      return;
    }
    Halving.steps(s, fold, input, recv, op, scratch);
    int members = fold.members();
    for (int distance = 1; distance < members; distance <<= 1) {
      int peer = me ^ distance;
      int mine = me & -distance;
      int theirs = peer & -distance;
      NonEmptyExchange.nonEmpty(
          s,
          Blocks.span(recv, members, mine, mine + distance),
          fold.rank(peer),
          Blocks.span(recv, members, theirs, theirs + distance),
          fold.rank(peer));
    }
    if (fold.paired(rank)) {
      s.sendNow(recv, rank - 1);
    }
  }
}
