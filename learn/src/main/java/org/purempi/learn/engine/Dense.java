package org.purempi.learn.engine;

import java.util.List;

/** y = x·W + b; W lies input by input, and begins as PyTorch's Linear does. */
public class Dense extends Layer {
  private final int inputs;
  private final int outputs;
  private final Weights weight;
  private final Weights bias;

  /** So many numbers of an example become so many. */
  public Dense(int inputs, int outputs) {
    this(
        inputs,
        outputs,
        new Weights("weight", List.of((long) inputs, (long) outputs), 1 / Math.sqrt(inputs)),
        new Weights("bias", List.of((long) outputs), 1 / Math.sqrt(inputs)));
  }

  /** A layer with weights that are part of a larger one's. */
  public Dense(int inputs, int outputs, Weights weight, Weights bias) {
    super(weight, bias);
    this.inputs = inputs;
    this.outputs = outputs;
    this.weight = weight;
    this.bias = bias;
  }

  @Override
  public Tensor forward(Tensor x, Memo memo) {
    x.ofColumns(inputs, this);
    memo.push(x);
    var y = new Tensor(x.rows(), outputs);
    Products.add(y.data(), x.data(), weight.values(), weight.at(), x.rows(), inputs, outputs);
    complete(y);
    Products.addToRows(y.data(), bias.values(), bias.at(), x.rows(), outputs);
    return y;
  }

  /** Makes x·W whole, before b is added, where it has been made of a part of the inputs. */
  protected void complete(Tensor product) {}

  @Override
  public Tensor backward(Tensor gradient, Memo memo) {
    Tensor x = memo.pop(Tensor.class);
    float[] g = gradient.ofColumns(outputs, this).data();
    int rows = x.rows();
    Products.addSumOfRows(bias.gradients(), bias.at(), g, rows, outputs);
    Products.addTransposed(weight.gradients(), weight.at(), x.data(), g, rows, inputs, outputs);
    var back = new Tensor(rows, inputs);
    float[] turned = Products.transpose(weight.values(), weight.at(), inputs, outputs);
    Products.add(back.data(), g, turned, 0, rows, outputs, inputs);
    return back;
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + "(" + inputs + ", " + outputs + ")";
  }
}
