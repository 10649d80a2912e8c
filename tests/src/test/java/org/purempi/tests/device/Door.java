package org.purempi.tests.device;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.purempi.Epoch;
import org.purempi.MpiFile;
import org.purempi.PersistentRequest;
import org.purempi.Request;
import org.purempi.Window;

/**
 * One of the library's objects, as a case sees it that runs on devices.
 *
 * @param twins the buffers that what it began will fill; null if nothing goes on in it
 */
record Door(OnDevices of, Object real, @Nullable Twins twins) implements InvocationHandler {
  /** Behind these no operation with the target that they name, or with any, is under way. */
  private static final Set<String> COMPLETING =
      Set.of("fence", "complete", "flush", "flushAll", "unlock", "unlockAll", "close");

  /** These tell nothing of a whole request; what is freed may go on. */
  private static final Set<String> LOOKING =
      Set.of("active", "free", "mpi", "partitions", "parrived");

  private static final @Nullable Object[] NOTHING = {};

  @Override
  public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given)
      throws Throwable {
    @Nullable Object[] arguments = given == null ? NOTHING : given;
    if (method.getDeclaringClass() == Object.class) {
      return call(method, real(arguments));
    }
    if (method.isDefault()) {
      return InvocationHandler.invokeDefault(proxy, method, arguments);
    }
    of.expose();
    try {
      return switch (real) {
        case Request<?> r -> ofRequest(method, arguments);
        case Window w -> ofWindow(w, method, arguments);
        case MpiFile f when isHalf(method) -> half(method, arguments);
        default -> ofAny(method, arguments);
      };
    } finally {
      of.look();
    }
  }

  private static @Nullable Object[] real(@Nullable Object[] arguments) {
    return Arrays.stream(arguments).map(OnDevices::real).toArray();
  }

  private @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** A call that is complete when it returns, or begins a request. */
  private @Nullable Object ofAny(Method method, @Nullable Object[] arguments) throws Throwable {
    Twins its = of.twins();
    @Nullable Object result = null;
    try {
      result = call(method, its.exchange(real(arguments)));
    } finally {
      its.out();
      if (!(result instanceof Request<?>)) {
        its.close();
      }
      settle(arguments);
    }
    return result instanceof Request<?> request
        ? of.request(request, its)
        : result == null ? null : of.wrapped(result);
  }

  /** What was waited for in a list of requests. */
  private static void settle(@Nullable Object[] arguments) {
    for (Object argument : arguments) {
      if (argument instanceof List<?> list) {
        for (Object element : list) {
          Door d = element == null ? null : OnDevices.door(element);
          if (d != null) {
            d.settle();
          }
        }
      }
    }
  }

  private void settle() {
    if (twins != null && real instanceof Request<?> request) {
      twins.out();
      if (!(request instanceof PersistentRequest) && !request.active()) {
        twins.close();
      }
    }
  }

  private @Nullable Object ofRequest(Method method, @Nullable Object[] arguments) throws Throwable {
    String name = method.getName();
    if (twins != null && (name.equals("start") || name.startsWith("pready"))) {
      twins.refresh();
    }
    @Nullable Object result;
    try {
      result = call(method, real(arguments));
    } finally {
      if (!LOOKING.contains(name)) {
        settle();
      }
    }
    if (twins != null && Boolean.TRUE.equals(result)) {
      twins.out();
    }
    if (result instanceof CompletableFuture<?> future) {
      return settled(future);
    }
    return result == null ? null : of.wrapped(result);
  }

  private <T> CompletableFuture<T> settled(CompletableFuture<T> future) {
    var settled = new CompletableFuture<T>();
    CompletableFuture<T> unused =
        future.whenComplete(
            (value, error) -> {
              settle();
              if (error != null) {
                settled.completeExceptionally(error);
              } else {
                settled.complete(value);
              }
            });
    return settled;
  }

  /** A half of a call of a file: the other one completes it. */
  private @Nullable Object half(Method method, @Nullable Object[] arguments) throws Throwable {
    return call(method, of.lasting().exchange(real(arguments)));
  }

  /** What is put or got is there when a later call has completed it. */
  private @Nullable Object ofWindow(Window window, Method method, @Nullable Object[] arguments)
      throws Throwable {
    String name = method.getName();
    if (name.equals("memory")) {
      return of.memory(window);
    }
    Pending pending = of.pending(window);
    int rank = rank(arguments);
    Object result = call(method, pending.of(rank).exchange(real(arguments)));
    if (COMPLETING.contains(name)) {
      pending.complete(rank);
    }
    return switch (result) {
      case null -> null;
      case Epoch e -> of.epoch(e, () -> pending.complete(rank));
      default -> of.wrapped(result);
    };
  }

  /** The target: the first number among the arguments. */
  private static int rank(@Nullable Object[] arguments) {
    for (Object argument : arguments) {
      if (argument instanceof Integer rank) {
        return rank;
      }
    }
    return Pending.ALL;
  }

  private static boolean isHalf(Method method) {
    return method.getName().endsWith("Begin") || method.getName().endsWith("End");
  }
}
