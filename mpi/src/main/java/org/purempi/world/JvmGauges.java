package org.purempi.world;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.ToLongFunction;
import org.purempi.tool.PerformanceVariable;

/** What the JVM counts. Loads its management, and so only who asks comes here. */
final class JvmGauges {
  private JvmGauges() {}

  /** The value of a variable of the JVM. */
  static long read(PerformanceVariable variable) {
    return switch (variable) {
      case JVM_HEAP_USED -> ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      case JVM_COLLECTIONS -> collectors(GarbageCollectorMXBean::getCollectionCount);
      case JVM_COLLECTION_TIME -> collectors(GarbageCollectorMXBean::getCollectionTime);
      case JVM_COMPILATION_TIME ->
          ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
      case JVM_CLASSES -> ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
      default -> throw new IllegalArgumentException(variable + " is not the JVM's");
    };
  }

  private static long collectors(ToLongFunction<GarbageCollectorMXBean> what) {
    return ManagementFactory.getGarbageCollectorMXBeans().stream().mapToLong(what).sum();
  }
}
