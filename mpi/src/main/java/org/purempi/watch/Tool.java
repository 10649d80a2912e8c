package org.purempi.watch;

import java.util.function.Consumer;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.setting.Setting;
import org.purempi.tool.Interceptor;

/** A user's tool as a listener. */
final class Tool implements Listener {
  private final Interceptor interceptor;
  private final int number;
  private volatile boolean isOut;

  private Tool(Interceptor interceptor, int number) {
    this.interceptor = interceptor;
    this.number = number;
  }

  /**
   * An object of a class that users name.
   *
   * @param number among those of a rank
   */
  static Tool of(String name, int number) {
    try {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      Object made = Class.forName(name, true, loader).getConstructor().newInstance();
      return new Tool((Interceptor) made, number);
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          "%s=%s: no interceptor can be made of the class: it must be public, have a public constructor without parameters and implement %s (%s)"
              .formatted(Setting.INTERCEPTORS.variable(), name, Interceptor.class.getName(), e));
    }
  }

  void started(int rank, int size) {
    ask(it -> it.started(rank, size));
  }

  @Override
  public void entered(OpenCall call) {
    call.current = number;
    ask(it -> it.entered(call));
  }

  @Override
  public void left(OpenCall call) {
    call.current = number;
    ask(it -> it.left(call));
  }

  @Override
  public void ended() {
    ask(Interceptor::ended);
  }

  /** A tool that fails is no reason for the program to fail. */
  @SuppressWarnings("CatchAndPrintStackTrace") // it is the tool's author who is to see it
  private void ask(Consumer<Interceptor> question) {
    if (isOut) {
      return;
    }
    try {
      question.accept(interceptor);
    } catch (RuntimeException | LinkageError e) {
      isOut = true;
      System.err.println(
          "purempi: the interceptor " + interceptor + " fails, and is asked no more");
      e.printStackTrace();
    }
  }
}
