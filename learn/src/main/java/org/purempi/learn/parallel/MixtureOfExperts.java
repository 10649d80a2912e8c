package org.purempi.learn.parallel;

import java.util.ArrayList;
import java.util.List;
import org.purempi.Communicator;
import org.purempi.learn.Parameter;
import org.purempi.learn.engine.Dense;
import org.purempi.learn.engine.Layer;
import org.purempi.learn.engine.Memo;
import org.purempi.learn.engine.Relu;
import org.purempi.learn.engine.Tensor;
import org.purempi.learn.engine.Weights;

/**
 * Experts that live on different ranks, and a gate that sends each token (a row of the input) to
 * one of them: y = x + p·expert(x), where p is how likely the gate finds that expert (Fedus et al.,
 * Switch Transformers, 2022). Each rank has tokens of its own. An expert takes no more tokens of a
 * rank's batch than its capacity; the others pass as they are. An expert is two dense layers with a
 * {@link Relu} between.
 *
 * <p>All ranks have the same gate, whose gradients are of a rank's own tokens: they are to be
 * summed over the ranks, as those of all layers that the ranks have in common. The gradients of an
 * expert are of the tokens of all ranks already: {@link #isExpert} tells which those are.
 */
public final class MixtureOfExperts extends Layer {
  private static final String EXPERT = "expert";

  /** Two layers with a bend between. */
  private record Expert(Dense up, Relu relu, Dense down) {
    static Expert of(int index, int width, int hidden) {
      return new Expert(
          dense(EXPERT + index + ".up.", width, hidden),
          new Relu(),
          dense(EXPERT + index + ".down.", hidden, width));
    }

    Tensor forward(Tensor x, Memo memo) {
      return down.forward(relu.forward(up.forward(x, memo), memo), memo);
    }

    Tensor backward(Tensor gradient, Memo memo) {
      return up.backward(relu.backward(down.backward(gradient, memo), memo), memo);
    }
  }

  /** What a pass needs on its way back, beside the notes of gate and experts. */
  private record Note(Routing routing, TokenExchange exchange, Tensor outputs) {}

  private final Communicator ranks;
  private final int width;
  private final int count;
  private final double capacity;
  private final double balance;
  private final Dense gate;
  private final List<Expert> own;

  /**
   * A layer that keeps the length of rows.
   *
   * @param ranks among which the experts are divided
   * @param width of a token
   * @param hidden width between an expert's layers
   * @param experts on all ranks together
   * @param capacity how many times the even share of a rank's tokens an expert takes at most; 1.25
   *     is usual
   * @param balance how much the loss grows with the {@link #imbalance} of a pass; 0.01 is usual.
   *     Where gradients of several passes or ranks are summed, it is to be divided by their number
   * @throws IllegalArgumentException if the experts cannot be divided evenly
   */
  public MixtureOfExperts(
      Communicator ranks, int width, int hidden, int experts, double capacity, double balance) {
    this(
        ranks,
        width,
        experts,
        capacity,
        balance,
        dense("gate.", width, experts),
        experts(Share.of(ranks, experts, "experts"), width, hidden));
  }

  private MixtureOfExperts(
      Communicator ranks,
      int width,
      int count,
      double capacity,
      double balance,
      Dense gate,
      List<Expert> own) {
    super(weights(gate, own));
    this.ranks = ranks;
    this.width = width;
    this.count = count;
    this.capacity = capacity;
    this.balance = balance;
    this.gate = gate;
    this.own = own;
  }

  private static Dense dense(String name, int inputs, int outputs) {
    double bound = 1 / Math.sqrt(inputs);
    return new Dense(
        inputs,
        outputs,
        new Weights(name + "weight", List.of((long) inputs, (long) outputs), bound),
        new Weights(name + "bias", List.of((long) outputs), bound));
  }

  private static List<Expert> experts(Share share, int width, int hidden) {
    List<Expert> own = new ArrayList<>();
    for (int e = 0; e < share.count(); e++) {
      own.add(Expert.of(share.first() + e, width, hidden));
    }
    return own;
  }

  private static Weights[] weights(Dense gate, List<Expert> experts) {
    List<Weights> all = new ArrayList<>(gate.weights());
    for (Expert e : experts) {
      all.addAll(e.up.weights());
      all.addAll(e.down.weights());
    }
    return all.toArray(Weights[]::new);
  }

  /** Whether a parameter belongs to an expert, which no other rank has. */
  public static boolean isExpert(Parameter parameter) {
    return parameter.name().contains("." + EXPERT);
  }

  /**
   * How unevenly some tokens choose experts: 1 if each is chosen and likely as often, or there are
   * none.
   */
  public double imbalance(Tensor x) {
    return route(x, new Memo()).imbalance();
  }

  private Routing route(Tensor x, Memo memo) {
    int most = (int) Math.ceil(capacity * x.rows() / count);
    return new Routing(gate.forward(x, memo), most);
  }

  @Override
  public Tensor forward(Tensor x, Memo memo) {
    Routing routing = route(x, memo);
    var exchange = new TokenExchange(ranks, routing.counts());
    Tensor[] outputs = exchange.send(routing.gather(x, false));
    for (int e = 0; e < outputs.length; e++) {
      outputs[e] = own.get(e).forward(outputs[e], memo);
    }
    Tensor back = exchange.back(outputs, width);
    memo.push(new Note(routing, exchange, back));
    var y = new Tensor(x.data().clone(), x.rows(), width);
    routing.scatter(back, y, true);
    return y;
  }

  @Override
  public Tensor backward(Tensor gradient, Memo memo) {
    Note note = memo.pop(Note.class);
    Routing routing = note.routing;
    Tensor[] gradients = note.exchange.send(routing.gather(gradient, true));
    for (int e = gradients.length - 1; e >= 0; e--) {
      gradients[e] = own.get(e).backward(gradients[e], memo);
    }
    Tensor scores = routing.backward(gradient, note.outputs, balance);
    Tensor back = gate.backward(scores, memo);
    for (int i = 0; i < back.data().length; i++) {
      back.data()[i] += gradient.data()[i];
    }
    routing.scatter(note.exchange.back(gradients, width), back, false);
    return back;
  }

  @Override
  public String toString() {
    return "MixtureOfExperts(" + width + ", " + count + " experts)";
  }
}
