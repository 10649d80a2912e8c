package org.purempi.learn.parallel;

import org.purempi.learn.engine.Tensor;

/**
 * Which expert takes which token: the one with the highest score, unless it has as many as it takes
 * (Fedus et al., Switch Transformers, 2022, section 2.1).
 */
final class Routing {
  /** How likely each expert is, token by token: the softmax of the scores. */
  private final Tensor probabilities;

  /** The expert of each token, whether it takes it or not. */
  private final int[] expert;

  /** How many tokens each expert takes. */
  private final int[] counts;

  /** The tokens that are taken, expert by expert, in their order. */
  private final int[] tokens;

  /** Routes tokens by their scores; an expert takes at most {@code capacity}. */
  Routing(Tensor scores, int capacity) {
    int experts = scores.columns();
    probabilities = new Tensor(scores.rows(), experts);
    expert = new int[scores.rows()];
    counts = new int[experts];
    for (int t = 0; t < scores.rows(); t++) {
      expert[t] = softmax(scores, t);
      counts[expert[t]] += counts[expert[t]] < capacity ? 1 : 0;
    }
    int[] at = new int[experts + 1];
    for (int e = 0; e < experts; e++) {
      at[e + 1] = at[e] + counts[e];
    }
    tokens = new int[at[experts]];
    int[] end = at.clone();
    for (int t = 0; t < scores.rows(); t++) {
      int e = expert[t];
      if (at[e] < end[e + 1]) {
        tokens[at[e]++] = t;
      }
    }
  }

  /** Fills a token's probabilities, and returns the most likely expert. */
  private int softmax(Tensor scores, int token) {
    int experts = scores.columns();
    int best = 0;
    for (int e = 1; e < experts; e++) {
      best = scores.get(token, e) > scores.get(token, best) ? e : best;
    }
    double sum = 0;
    for (int e = 0; e < experts; e++) {
      sum += Math.exp(scores.get(token, e) - scores.get(token, best));
    }
    for (int e = 0; e < experts; e++) {
      probabilities.data()[token * experts + e] =
          (float) (Math.exp(scores.get(token, e) - scores.get(token, best)) / sum);
    }
    return best;
  }

  /** How many tokens each expert takes. */
  int[] counts() {
    return counts;
  }

  /** The tokens that are taken, expert by expert. */
  int[] tokens() {
    return tokens;
  }

  /** How likely a token's own expert is: its output is multiplied by that. */
  float weight(int token) {
    return probabilities.get(token, expert[token]);
  }

  /** The rows of the tokens that are taken, expert by expert, each times its weight if asked. */
  Tensor gather(Tensor rows, boolean weighted) {
    int width = rows.columns();
    var taken = new Tensor(tokens.length, width);
    for (int i = 0; i < tokens.length; i++) {
      float factor = weighted ? weight(tokens[i]) : 1;
      for (int j = 0; j < width; j++) {
        taken.data()[i * width + j] = factor * rows.data()[tokens[i] * width + j];
      }
    }
    return taken;
  }

  /** Adds rows to those of the tokens they belong to, each times its weight if asked. */
  void scatter(Tensor taken, Tensor rows, boolean weighted) {
    int width = rows.columns();
    for (int i = 0; i < tokens.length; i++) {
      float factor = weighted ? weight(tokens[i]) : 1;
      for (int j = 0; j < width; j++) {
        rows.data()[tokens[i] * width + j] += factor * taken.data()[i * width + j];
      }
    }
  }

  /**
   * The gradient by the scores.
   *
   * @param gradient by the weighted outputs, token by token
   * @param outputs of the experts, as {@link #gather} has them
   * @param balance how much {@link #imbalance} counts
   */
  Tensor backward(Tensor gradient, Tensor outputs, double balance) {
    int rows = probabilities.rows();
    int experts = probabilities.columns();
    int width = gradient.columns();
    var by = new Tensor(rows, experts); // first by probabilities
    float[] shares = shares();
    for (int i = 0; i < by.data().length; i++) {
      by.data()[i] = (float) (balance * experts * shares[i % experts] / rows);
    }
    for (int i = 0; i < tokens.length; i++) {
      int t = tokens[i];
      float product = 0;
      for (int j = 0; j < width; j++) {
        product += gradient.data()[t * width + j] * outputs.data()[i * width + j];
      }
      by.data()[t * experts + expert[t]] += product;
    }
    for (int t = 0; t < rows; t++) {
      float mean = 0;
      for (int e = 0; e < experts; e++) {
        mean += probabilities.get(t, e) * by.get(t, e);
      }
      for (int e = 0; e < experts; e++) {
        by.data()[t * experts + e] = probabilities.get(t, e) * (by.get(t, e) - mean);
      }
    }
    return by;
  }

  /**
   * How unevenly tokens choose experts: 1 if each is chosen and likely as often (section 2.2), or
   * there are no tokens.
   */
  double imbalance() {
    if (expert.length == 0) {
      return 1;
    }
    float[] shares = shares();
    double sum = 0;
    for (int i = 0; i < probabilities.data().length; i++) {
      sum += shares[i % shares.length] * probabilities.data()[i];
    }
    return shares.length * sum / probabilities.rows();
  }

  /** The part of the tokens that choose each expert. */
  private float[] shares() {
    float[] shares = new float[probabilities.columns()];
    for (int e : expert) {
      shares[e] += 1f / expert.length;
    }
    return shares;
  }
}
