package org.purempi.learn.parallel;

import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.learn.engine.Embedding;
import org.purempi.learn.engine.Memo;
import org.purempi.learn.engine.Tensor;

/**
 * An {@link Embedding} whose words are divided among ranks (Shoeybi et al., Megatron-LM, 2019,
 * section 3). All ranks take the same examples; each looks up the words that it has, and the sum
 * over the ranks is the whole. A backward pass does not communicate.
 */
public final class VocabularyParallelEmbedding extends Embedding {
  private final Communicator ranks;

  /**
   * A table of so many words, each of which becomes so many numbers.
   *
   * @throws IllegalArgumentException if the words cannot be divided evenly
   */
  public VocabularyParallelEmbedding(Communicator ranks, int words, int width) {
    this(ranks, words, width, Share.of(ranks, words, "words"));
  }

  private VocabularyParallelEmbedding(Communicator ranks, int words, int width, Share share) {
    super(words, width, share.first(), share.count());
    this.ranks = ranks;
  }

  @Override
  public Tensor forward(Tensor x, Memo memo) {
    Alike.check(ranks, this, "rows", x.rows());
    Tensor y = super.forward(x, memo);
    ranks.allreduce(y.data(), Op.SUM);
    return y;
  }
}
