package org.purempi.world;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.Security;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.purempi.Rendezvous;
import org.purempi.bootstrap.Meeting;
import org.purempi.bootstrap.ServiceName;
import org.purempi.channel.SecretFile;
import org.purempi.setting.Setting;

/**
 * How this process finds the others of its world when no launcher has started it: what the user
 * set, and what Kubernetes says of an Indexed Job. One thread.
 */
final class RendezvousSettings {
  /** The number of a pod within an Indexed Job, or within one of the jobs of a JobSet. */
  private static final String COMPLETION_INDEX = "JOB_COMPLETION_INDEX";

  private static final Path HOSTS = Path.of("/etc/hosts");
  private static final int MOST_SECRET_BYTES = 65536;

  /** What the JDK remembers of names, in seconds, unless somebody has set it. */
  private static final Map<String, String> NAME_CACHE =
      Map.of("networkaddress.cache.ttl", "1", "networkaddress.cache.negative.ttl", "1");

  /** What the JDK comes with, if anything. */
  private static final String JDKS_OWN = "10";

  private final Function<Setting, @Nullable String> settings;
  private final Function<String, @Nullable String> environment;
  private final Path hosts;

  /**
   * @param settings values by names, as {@link Setting#text()}
   * @param environment values by names
   * @param hosts the system's file of hosts
   */
  RendezvousSettings(
      Function<Setting, @Nullable String> settings,
      Function<String, @Nullable String> environment,
      Path hosts) {
    this.settings = settings;
    this.environment = environment;
    this.hosts = hosts;
  }

  static RendezvousSettings ofThisProcess() {
    return new RendezvousSettings(Setting::text, System::getenv, HOSTS);
  }

  /** Whether this process is to meet others; not so under a launcher, or alone on purpose. */
  static boolean areSet() {
    boolean isLaunched = System.getenv("PMI_FD") != null || System.getenv("PMI_PORT") != null;
    boolean isAlone = Setting.SINGLETON.isOn();
    return !isLaunched && !isAlone && ofThisProcess().areThere();
  }

  /**
   * How long a rank may be silent.
   *
   * @throws IOException if it is set to something else
   */
  static int silenceSeconds() throws IOException {
    int seconds = (int) Setting.SILENCE_TIMEOUT.number();
    if (seconds != 0 && seconds < Meeting.LEAST_SILENCE_SECONDS) {
      throw new IOException(
          "%s=%d: at least %d seconds, or 0 to wait for ever"
              .formatted(
                  Setting.SILENCE_TIMEOUT.variable(), seconds, Meeting.LEAST_SILENCE_SECONDS));
    }
    return seconds;
  }

  boolean areThere() {
    return settings.apply(Setting.RANK) != null
        || settings.apply(Setting.ROOT) != null
        || settings.apply(Setting.SERVICE) != null
        || (environment.apply(COMPLETION_INDEX) != null && settings.apply(Setting.SIZE) != null);
  }

  /**
   * What they say.
   *
   * @throws IOException naming what is missing or wrong
   */
  Rendezvous rendezvous() throws IOException {
    try {
      return withSecret(within(place()));
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private Rendezvous place() throws IOException {
    int size = required(Setting.SIZE, "how many ranks there are");
    String service = settings.apply(Setting.SERVICE);
    if (service != null) {
      forgetNamesSoon();
      return ServiceName.of(service).rendezvous(size, limit());
    }
    int rank = rank(size);
    String root = settings.apply(Setting.ROOT);
    if (root == null) {
      String pod = environment.apply(COMPLETION_INDEX) == null ? null : firstPod();
      if (pod == null) {
        throw missing(Setting.ROOT, "host:port of rank 0");
      }
      root = pod;
    }
    forgetNamesSoon();
    return Rendezvous.at(root, rank, size);
  }

  private int rank(int size) throws IOException {
    if (settings.apply(Setting.RANK) != null) {
      return required(Setting.RANK, "this process's rank");
    }
    String index = environment.apply(COMPLETION_INDEX);
    if (index == null) {
      throw missing(Setting.RANK, "this process's rank");
    }
    int pod = number(COMPLETION_INDEX, index);
    if (settings.apply(Setting.JOB_INDEX) == null) {
      return pod;
    }
    int job = required(Setting.JOB_INDEX, "the number of this job among those of the JobSet");
    int pods = required(Setting.JOB_PODS, "how many pods each job of the JobSet has");
    if (pod >= pods || size % pods != 0) {
      throw new IOException(
          "pod %d of a job of %s=%d, in a world of %s=%d ranks: does not add up"
              .formatted(pod, Setting.JOB_PODS.variable(), pods, Setting.SIZE.variable(), size));
    }
    return job * pods + pod;
  }

  /**
   * The whole name of the pod with index 0, made of this pod's, which the kubelet writes into the
   * file of hosts: {@code 10.0.0.7 job-3.service.namespace.svc.cluster.local job-3}. Of a JobSet's
   * pod, {@code set-workers-1-3}, both numbers become 0.
   *
   * @return null if there is none
   */
  private @Nullable String firstPod() throws IOException {
    String pod = environment.apply("HOSTNAME");
    String index = environment.apply(COMPLETION_INDEX);
    if (pod == null || index == null || !pod.endsWith("-" + index) || !Files.exists(hosts)) {
      return null;
    }
    String first = pod.substring(0, pod.length() - index.length()) + "0";
    String job = settings.apply(Setting.JOB_INDEX);
    if (job != null) {
      String end = "-" + job + "-0";
      if (!first.endsWith(end)) {
        return null;
      }
      first = first.substring(0, first.length() - end.length()) + "-0-0";
    }
    for (String line : Files.readAllLines(hosts)) {
      for (String name : line.replaceFirst("#.*", "").strip().split("\\s+", -1)) {
        if (name.startsWith(pod + ".")) {
          return first + name.substring(pod.length());
        }
      }
    }
    return null;
  }

  private Rendezvous within(Rendezvous where) throws IOException {
    Duration limit = limit();
    return limit == null ? where : where.within(limit);
  }

  private @Nullable Duration limit() throws IOException {
    return settings.apply(Setting.RENDEZVOUS_TIMEOUT) == null
        ? null
        : Duration.ofSeconds(required(Setting.RENDEZVOUS_TIMEOUT, "a number of seconds"));
  }

  private Rendezvous withSecret(Rendezvous where) throws IOException {
    // Not a system property: everybody sees those in a list of processes.
    String text = environment.apply(Setting.SECRET.variable());
    String file = settings.apply(Setting.SECRET_FILE);
    if (file != null && text != null && !text.isBlank()) {
      throw new IOException(
          "both %s and %s are set: one of them is enough"
              .formatted(Setting.SECRET.variable(), Setting.SECRET_FILE.variable()));
    }
    if (file != null) {
      return where.withSecret(read(file));
    }
    return text == null || text.isBlank() ? where : where.withSecret(text);
  }

  private static String read(String name) throws IOException {
    String what = Setting.SECRET_FILE.variable() + "=" + name;
    try {
      return SecretFile.read(Path.of(name), MOST_SECRET_BYTES);
    } catch (InvalidPathException | java.nio.file.FileSystemException e) {
      throw new IOException(what + " cannot be read: " + e, e);
    } catch (IOException e) {
      throw new IOException(what + ": " + e.getMessage(), e);
    }
  }

  private int required(Setting setting, String what) throws IOException {
    String text = settings.apply(setting);
    if (text == null) {
      throw missing(setting, what);
    }
    return (int) setting.parse(text);
  }

  private static int number(String name, String text) throws IOException {
    int mostDigits = 9;
    if (!text.matches("\\d{1," + mostDigits + "}")) {
      throw new IOException(name + "=" + text + " is not a number");
    }
    return Integer.parseInt(text);
  }

  private IOException missing(Setting setting, String what) {
    return new IOException(
        "ranks meet without a launcher when %s, %s and %s are set (docs/guide/no-launcher.md): %s, %s, is missing"
            .formatted(
                Setting.RANK.variable(),
                Setting.SIZE.variable(),
                Setting.ROOT.variable(),
                setting.variable(),
                what));
  }

  /**
   * The JDK keeps names, and that there is none, for 10 to 30 s, and hosts that are just starting
   * get theirs now. This process is a rank's, so that it may be told otherwise.
   */
  private static void forgetNamesSoon() {
    NAME_CACHE.forEach(
        (property, seconds) -> {
          String now = Security.getProperty(property);
          if (now == null || now.equals(JDKS_OWN)) {
            Security.setProperty(property, seconds);
          }
        });
  }
}
