package org.purempi.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The host's name, without asking a name server where that can be avoided. */
public final class HostName {
  private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

  private HostName() {}

  /** The name that this host gives itself. */
  public static String get() {
    try {
      return Files.readString(KERNEL).strip();
    } catch (IOException e) {
      return fromElsewhere();
    }
  }

  private static String fromElsewhere() {
    for (String variable : new String[] {"HOSTNAME", "COMPUTERNAME"}) {
      String name = System.getenv(variable);
      if (name != null && !name.isBlank()) {
        return name;
      }
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
