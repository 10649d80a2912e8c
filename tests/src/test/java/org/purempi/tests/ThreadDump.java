package org.purempi.tests;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** All threads of this JVM with their stacks, virtual ones too. */
final class ThreadDump {
  private ThreadDump() {}

  static String take() {
    try {
      Path folder = Files.createTempDirectory("purempi-dump");
      Path file = folder.resolve("threads.txt");
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
      String text = Files.readString(file);
      Files.delete(file);
      Files.delete(folder);
      return text;
    } catch (IOException e) {
      return "the threads could not be dumped: " + e;
    }
  }
}
