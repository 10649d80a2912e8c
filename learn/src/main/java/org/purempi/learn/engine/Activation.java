package org.purempi.learn.engine;

/** A function of each number by itself, whose slope follows from its value. */
abstract class Activation extends Layer {
  Activation() {
    super();
  }

  abstract float value(float x);

  /** The gradient by the number whose value is y, of the gradient by that value. */
  abstract float back(float gradient, float y);

  @Override
  public final Tensor forward(Tensor x, Memo memo) {
    var y = new Tensor(x.rows(), x.columns());
    for (int i = 0; i < y.data().length; i++) {
      y.data()[i] = value(x.data()[i]);
    }
    memo.push(y);
    return y;
  }

  @Override
  public final Tensor backward(Tensor gradient, Memo memo) {
    float[] y = memo.pop(Tensor.class).data();
    var back = new Tensor(gradient.rows(), gradient.columns());
    for (int i = 0; i < y.length; i++) {
      back.data()[i] = back(gradient.data()[i], y[i]);
    }
    return back;
  }
}
