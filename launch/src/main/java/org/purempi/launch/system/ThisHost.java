package org.purempi.launch.system;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.purempi.launch.text.UsageException;

/** The host this process runs on. Its name is read, never looked up. */
public final class ThisHost {
  private static final Set<String> ALWAYS = Set.of("localhost", "127.0.0.1", "::1");

  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-f]*:[0-9a-f:.%]*");

  private static final int MAX_VALUE_BYTES = 1024;

  private ThisHost() {}

  /** The host's name, without its domain. */
  public static String name() {
    String full = fullName();
    int dot = full.indexOf('.');
    return dot < 0 ? full : full.substring(0, dot);
  }

  private static String fullName() {
    try {
      return kernelValue(Path.of("/proc/sys/kernel/hostname"));
    } catch (IOException e) {
      String told = System.getenv("HOSTNAME"); // no /proc: what the shell says
      return told == null ? "localhost" : told;
    }
  }

  /** A value below /proc/sys, which must be read at one go: a second read finds its end. */
  static String kernelValue(Path file) throws IOException {
    var bytes = new byte[MAX_VALUE_BYTES];
    try (var in = Files.newInputStream(file)) {
      int got = in.read(bytes);
      return new String(bytes, 0, Math.max(0, got), StandardCharsets.UTF_8).strip();
    }
  }

  /** Whether a name or an address is that of this host. */
  public static boolean is(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    String mine = name().toLowerCase(Locale.ROOT);
    return ALWAYS.contains(wanted)
        || wanted.equals(mine)
        || wanted.startsWith(mine + ".")
        || (ADDRESS.matcher(wanted).matches() && isOurs(wanted));
  }

  private static boolean isOurs(String address) {
    try {
      return NetworkInterface.getByInetAddress(InetAddress.ofLiteral(address)) != null;
    } catch (IOException | IllegalArgumentException e) {
      return false; // then a launcher may find out
    }
  }

  /** Refuses an architecture that is not this host's. */
  public static void checkArchitecture(String where, String name) throws UsageException {
    if (!canonical(name).equals(canonical(System.getProperty("os.arch")))) {
      throw new UsageException(
          "%s: this host's architecture is %s".formatted(where, System.getProperty("os.arch")));
    }
  }

  private static String canonical(String architecture) {
    String name = architecture.toLowerCase(Locale.ROOT).replace("linux-", "");
    return switch (name) {
      case "x86_64", "x86-64", "x64" -> "amd64";
      case "arm64" -> "aarch64";
      default -> name;
    };
  }
}
