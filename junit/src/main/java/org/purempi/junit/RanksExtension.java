package org.purempi.junit;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.purempi.Communicator;

/** What JUnit calls for {@link Ranks}; the annotation registers it, programs do not name it. */
public final class RanksExtension implements ParameterResolver, InvocationInterceptor {
  /** Made by JUnit. */
  public RanksExtension() {}

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Communicator.class
        && parameter.getDeclaringExecutable() instanceof Method method
        && context.getTestMethod().filter(method::equals).isPresent();
  }

  /** A place only: each rank puts its own world there. */
  @Override
  public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return null;
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    intercept(invocation, call, context);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    intercept(invocation, call, context);
  }

  private static void intercept(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    Method method = call.getExecutable();
    Ranks ranks = find(method, context);
    if (!Arrays.asList(method.getParameterTypes()).contains(Communicator.class)) {
      if (AnnotationSupport.isAnnotated(method, Ranks.class)) {
        throw new ExtensionConfigurationException(
            method + ": @Ranks needs a parameter of type org.purempi.Communicator");
      }
      invocation.proceed();
      return;
    }
    invocation.skip();
    for (int size : ranks.value()) {
      run(ranks, size, call);
    }
  }

  private static void run(Ranks ranks, int size, ReflectiveInvocationContext<Method> call)
      throws Throwable {
    if (size < 1) {
      throw new ExtensionConfigurationException(
          call.getExecutable() + ": @Ranks(" + size + ") is not a number of ranks");
    }
    Duration limit = Duration.ofSeconds(ranks.seconds());
    RankCall body =
        new RankCall(
            call.getTarget().orElse(null), call.getExecutable(), call.getArguments().toArray());
    if (ranks.processes()) {
      new ProcessRanks(size, limit).run(body);
    } else {
      new ThreadRanks(size, ranks.virtual(), limit).run(body);
    }
  }

  private static Ranks find(Method method, ExtensionContext context) {
    Optional<Ranks> found = AnnotationSupport.findAnnotation(method, Ranks.class);
    for (ExtensionContext at = context; found.isEmpty(); at = at.getParent().orElseThrow()) {
      found = at.getTestClass().flatMap(c -> AnnotationSupport.findAnnotation(c, Ranks.class));
    }
    return found.get();
  }
}
