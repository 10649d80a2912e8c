package org.purempi.learn.parallel;

import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.VBuf;
import org.purempi.learn.engine.Tensor;

/**
 * The way of tokens to the ranks of their experts and back, by all-to-all. What a rank gets lies
 * source by source, and of a source expert by expert.
 */
final class TokenExchange {
  private final Communicator ranks;
  private final int experts;

  /** How many tokens go to each rank, and come from each. */
  private final int[] out;

  private final int[] in;

  /** How many tokens come from each rank for each expert here. */
  private final int[] counts;

  /**
   * Ranks tell each other how many tokens will come; collective.
   *
   * @param perExpert how many tokens go to each expert of all ranks
   */
  TokenExchange(Communicator ranks, int[] perExpert) {
    int size = ranks.size();
    this.ranks = ranks;
    this.experts = perExpert.length / size;
    this.counts = new int[perExpert.length];
    ranks.alltoall(perExpert, counts);
    this.out = new int[size];
    this.in = new int[size];
    for (int i = 0; i < perExpert.length; i++) {
      out[i / experts] += perExpert[i];
      in[i / experts] += counts[i];
    }
  }

  /** Sends a row for each token, expert by expert, and returns the rows for the experts here. */
  Tensor[] send(Tensor tokens) {
    Tensor all = exchange(tokens, out, in);
    var each = new Tensor[experts];
    for (int e = 0; e < experts; e++) {
      int rows = 0;
      for (int source = 0; source < in.length; source++) {
        rows += counts[source * experts + e];
      }
      each[e] = new Tensor(rows, all.columns());
    }
    move(all, each, false);
    return each;
  }

  /** Sends each token's row back, and returns those of this rank's tokens, expert by expert. */
  Tensor back(Tensor[] each, int width) {
    int rows = 0;
    for (int count : in) {
      rows += count;
    }
    var all = new Tensor(rows, width);
    move(all, each, true);
    return exchange(all, in, out);
  }

  /** Copies rows that lie source by source to each expert's, or the other way. */
  private void move(Tensor all, Tensor[] each, boolean back) {
    int width = all.columns();
    int[] at = new int[experts];
    int from = 0;
    for (int i = 0; i < counts.length; i++) {
      int e = i % experts;
      int length = counts[i] * width;
      if (back) {
        System.arraycopy(each[e].data(), at[e], all.data(), from, length);
      } else {
        System.arraycopy(all.data(), from, each[e].data(), at[e], length);
      }
      at[e] += length;
      from += length;
    }
  }

  private Tensor exchange(Tensor rows, int[] to, int[] from) {
    int count = 0;
    for (int c : from) {
      count += c;
    }
    var result = new Tensor(count, rows.columns());
    Datatype row = Datatype.contiguous(rows.columns(), Datatype.FLOAT);
    ranks.alltoallv(
        VBuf.of(Buf.of(rows.data(), 0, (long) rows.rows(), row), to),
        VBuf.of(Buf.of(result.data(), 0, (long) count, row), from));
    return result;
  }
}
