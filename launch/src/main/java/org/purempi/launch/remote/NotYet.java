package org.purempi.launch.remote;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What launchers say of a host that is not there yet, but may be soon: its name is not known, its
 * pod has not been given a node, nobody listens, or the one who listens is still starting. A
 * program that is missing over there, or a key that does not fit, will be no better a second later.
 */
final class NotYet {
  private static final Pattern SOON =
      anyOf(
          // ssh: the name
          "could not resolve hostname",
          "name or service not known",
          "name does not resolve",
          "no address associated with hostname",
          "failure in name resolution",
          // ssh: the way there
          "connection refused",
          "no route to host",
          "(host|network) is (down|unreachable)",
          "(connection|operation) timed out",
          // ssh: a server that starts, or has too many callers
          "exchange_identification",
          "banner exchange",
          "connection (closed|reset)( by)?",
          "connection to .* closed by remote host",
          "broken pipe",
          "system is (booting up|going down)",
          // kubectl: the pod, its node, its container
          "pods? \"[^\"]*\" not found",
          "pod does not exist",
          "does not have a host assigned",
          "container not found",
          "container .*(not running|not created|is waiting to start)",
          "unable to upgrade connection",
          "error dialing backend",
          // kubectl: the server
          "unable to connect to the server",
          "tls handshake timeout",
          "i/o timeout",
          "etcdserver");

  private static final Pattern NEVER =
      anyOf(
          "command not found",
          ": not found(\\s|$)",
          "executable file not found",
          "no such file or directory",
          "exec format error",
          "exit code 12[67]\\b",
          "permission denied",
          "host key verification failed",
          "remote host identification has changed",
          "in a completed pod",
          "forbidden|unauthorized");

  private NotYet() {}

  private static Pattern anyOf(String... words) {
    return Pattern.compile(String.join("|", words));
  }

  /** Whether it is worth while to try again, after these words. */
  static boolean says(String words) {
    String plain = words.toLowerCase(Locale.ROOT);
    return SOON.matcher(plain).find() && !NEVER.matcher(plain).find();
  }
}
