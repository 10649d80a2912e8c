package org.purempi.launch.system;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.IntConsumer;

/** Signals to this JVM. */
public final class Signals {
  /** Those that tell a program to end. */
  public static final List<String> ENDS = List.of("HUP", "INT", "TERM");

  private Signals() {}

  /**
   * From now on these signals run the action, with their number, on a thread of its own; one that
   * was ignored when the JVM started stays so. By reflection: javac warns of these classes whatever
   * it is told, and a warning is an error.
   *
   * @throws ReflectiveOperationException when signals are not to be had; nothing has changed then
   */
  public static void handle(List<String> names, IntConsumer action)
      throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    var number = signal.getMethod("getNumber");
    Object ours =
        Proxy.newProxyInstance(
            Signals.class.getClassLoader(),
            new Class<?>[] {handler},
            (proxy, method, arguments) -> {
              action.accept((Integer) number.invoke(arguments[0]));
              return null;
            });
    for (String name : names) {
      Object one = signal.getConstructor(String.class).newInstance(name);
      signal.getMethod("handle", signal, handler).invoke(null, one, ours);
    }
  }
}
