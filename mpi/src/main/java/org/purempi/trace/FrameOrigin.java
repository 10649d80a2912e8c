package org.purempi.trace;

import java.util.List;
import java.util.Set;

/** Whose a frame of a stack is: by its package, for on the class path nothing else tells. */
public final class FrameOrigin {
  /** The packages of the library. */
  public static final Set<String> LIBRARY =
      Set.of(
          "org.purempi",
          "org.purempi.tool",
          "org.purempi.trace",
          "org.purempi.watch",
          "org.purempi.handle",
          "org.purempi.layout",
          "org.purempi.reduction",
          "org.purempi.matching",
          "org.purempi.progress",
          "org.purempi.protocol",
          "org.purempi.collective",
          "org.purempi.context",
          "org.purempi.onesided",
          "org.purempi.recovery",
          "org.purempi.pool",
          "org.purempi.check",
          "org.purempi.checkpoint",
          "org.purempi.spawn",
          "org.purempi.file",
          "org.purempi.request",
          "org.purempi.communicator",
          "org.purempi.bootstrap",
          "org.purempi.world");

  /** Other interfaces to the library: a program that calls them knows their methods. */
  private static final Set<String> INTERFACES =
      Set.of(
          "mpi",
          "org.purempi.compat.mpjexpress",
          "org.purempi.abi",
          "org.purempi.learn",
          "org.purempi.learn.data",
          "org.purempi.learn.engine",
          "org.purempi.learn.named",
          "org.purempi.learn.parallel",
          "org.purempi.learn.report",
          "org.purempi.learn.server");

  /** Packages that the library or an older API calls and programs do not, and those in them. */
  private static final List<String> BELOW =
      List.of(
          "org.purempi.os",
          "org.purempi.device",
          "org.purempi.setting",
          "org.purempi.channel",
          "org.purempi.memory",
          "org.purempi.transport",
          "org.purempi.pmi",
          "org.purempi.record",
          "org.purempi.hang",
          "org.purempi.compat",
          "mpjbuf",
          "mpjdev",
          "xdev");

  private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.");

  private FrameOrigin() {}

  /** Whether a frame is of the library or of the older APIs. */
  public static boolean isLibrary(StackTraceElement frame) {
    return isLibrary(frame.getClassName());
  }

  private static boolean isLibrary(String className) {
    String name = packageOf(className);
    return LIBRARY.contains(name) || INTERFACES.contains(name);
  }

  /** Whether a frame is of the JDK. */
  public static boolean isJdk(StackTraceElement frame) {
    return isJdk(frame.getClassName());
  }

  private static boolean isJdk(String className) {
    return JDK.stream().anyMatch(className::startsWith);
  }

  /** Whether a frame is the program's. */
  public static boolean isProgram(StackTraceElement frame) {
    return isProgram(frame.getClassName());
  }

  /** Whether a class is the program's. */
  public static boolean isProgram(String className) {
    String inPackages = packageOf(className) + '.';
    return !isLibrary(className)
        && !isJdk(className)
        && BELOW.stream().noneMatch(below -> inPackages.startsWith(below + '.'));
  }

  private static String packageOf(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }
}
