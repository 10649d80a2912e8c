package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Op;

/**
 * Reduce-scatter by recursive halving, the first half of Rabenseifner's algorithms: in each round a
 * member gives away half of what it is responsible for, and combines the other half.
 *
 * <pre>
 *   4 members     start      0↔2 1↔3      0↔1 2↔3
 *   0             abcd       ab··         a···
 *   1             abcd       ab··         ·b··
 *   2             abcd       ··cd         ··c·
 *   3             abcd       ··cd         ···d
 * </pre>
 *
 * The operation must commute.
 */
final class Halving {
  private Halving() {}

  /**
   * Brings this member's part of the total into {@code total}; the rest of it is undefined after.
   *
   * <p>Parts are {@link Blocks#span} with {@link Fold#members} parts. Ranks that stepped aside have
   * sent their vectors to the next rank and do not call this.
   *
   * @param input this rank's whole vector, only read; {@code total} itself if in place
   * @param lent memory as long as the vector, or null if this is to take some
   */
  static void steps(Schedule s, Fold fold, Buf input, Buf total, Op op, @Nullable Buf lent) {
    int members = fold.members();
    int me = fold.member(s.rank());
    Buf scratch = lent;
    Buf value = input;
    if (fold.paired(s.rank())) {
      if (value == total && scratch == null) {
        scratch = s.scratch(total.datatype(), total.count());
      }
      Buf theirs = value != total || scratch == null ? total : scratch;
      s.receiveNow(theirs, s.rank() - 1);
      if (theirs == total) {
        s.reduce(value, total, op);
        value = total;
      } else {
        s.reduce(theirs, total, op);
      }
    }
    for (int distance = members >> 1; distance > 0; distance >>= 1) {
      int peer = me ^ distance;
      int mine = me & -distance;
      int theirs = peer & -distance;
      boolean direct = value != total;
      if (!direct && scratch == null) {
        scratch = s.scratch(total.datatype(), total.count());
      }
      Buf landing = direct || scratch == null ? total : scratch;
      Buf in = Blocks.span(landing, members, mine, mine + distance);
      Buf out = Blocks.span(value, members, theirs, theirs + distance);
      int rank = fold.rank(peer);
      NonEmptyExchange.nonEmpty(s, out, rank, in, rank);
      if (direct) {
        s.reduce(Blocks.span(value, members, mine, mine + distance), in, op);
        value = total;
      } else {
        s.reduce(in, Blocks.span(total, members, mine, mine + distance), op);
      }
    }
    if (value != total) {
      s.copy(value, total);
    }
  }
}
