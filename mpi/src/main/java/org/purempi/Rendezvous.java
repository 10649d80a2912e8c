package org.purempi;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the ranks of a world meet when no launcher brings them together: under Kubernetes, in Spark
 * or Ray, or in programs that start each other. Rank 0 keeps the place, the others call there; the
 * order in which they start does not matter. See {@link Mpi#connect}.
 *
 * <pre>{@code
 * var where = Rendezvous.at("node1:8670", rank, 4).withSecret(secret);
 * Mpi.connect(where, world -> world.barrier());
 * }</pre>
 *
 * <p>Immutable.
 */
public final class Rendezvous {
  /** The port of rank 0 where none is named. */
  public static final int DEFAULT_PORT = 8670;

  /** A shorter secret can be guessed. */
  public static final int LEAST_SECRET_LENGTH = 16;

  private static final Duration DEFAULT_LIMIT = Duration.ofMinutes(2);
  private static final int LARGEST_PORT = 65535;

  /** How a program makes a word of every rank known to all. */
  @FunctionalInterface
  public interface AllGather {
    /**
     * Called once by every rank, as {@code BarrierTaskContext.allGather} of Spark is.
     *
     * @param mine the word of the calling rank, up to 500 visible ASCII characters
     * @return the words of all ranks, in the order of their ranks
     * @throws Exception when it fails; then so does {@link Mpi#connect}
     */
    String[] allGather(String mine) throws Exception;
  }

  private final int rank;
  private final int size;
  private final String host;
  private final int port;
  private final @Nullable AllGather exchange;
  private final @Nullable String secret;
  private final Duration limit;

  private Rendezvous(
      int rank,
      int size,
      String host,
      int port,
      @Nullable AllGather exchange,
      @Nullable String secret,
      Duration limit) {
    this.rank = rank;
    this.size = size;
    this.host = host;
    this.port = port;
    this.exchange = exchange;
    this.secret = secret;
    this.limit = limit;
    if (size < 1 || rank < 0 || rank >= size) {
      throw wrong("rank " + rank + " of " + size + ": ranks are 0 … size − 1");
    }
  }

  /**
   * The ranks meet at rank 0.
   *
   * @param root the host of rank 0, {@code host:port} or {@code [address]:port}; without a port it
   *     is {@link #DEFAULT_PORT}. The name need not resolve yet
   * @param rank this process's
   * @param size how many ranks there are
   * @throws MpiArgumentException ({@code ARG}) if one of them is wrong
   */
  public static Rendezvous at(String root, int rank, int size) {
    String text = root.strip();
    int colon = text.lastIndexOf(':');
    boolean isBare = colon < 0 || text.endsWith("]") || text.indexOf(':') != colon;
    if (text.startsWith("[")) {
      isBare = text.endsWith("]");
    }
    String host = isBare ? text : text.substring(0, colon);
    int port = isBare ? DEFAULT_PORT : port(text, text.substring(colon + 1));
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    if (!host.matches("[A-Za-z0-9._:%-]+")) {
      throw wrong("'" + root + "' is not the place of rank 0; write host:port");
    }
    return new Rendezvous(rank, size, host, port, null, null, DEFAULT_LIMIT);
  }

  private static int port(String all, String text) {
    int digits = 5;
    int port = text.matches("\\d{1," + digits + "}") ? Integer.parseInt(text) : 0;
    if (port < 1 || port > LARGEST_PORT) {
      throw wrong("'" + all + "' is not the place of rank 0; write host:port");
    }
    return port;
  }

  /**
   * The ranks are those of a list, and meet at the first.
   *
   * @param addresses {@code host:port} of every rank, in their order, the same list on all
   * @param rank this process's place in the list
   * @throws MpiArgumentException ({@code ARG}) if one of them is wrong
   */
  public static Rendezvous among(List<String> addresses, int rank) {
    if (addresses.isEmpty()) {
      throw wrong("a list of no ranks");
    }
    return at(addresses.getFirst(), rank, addresses.size());
  }

  /**
   * The program tells the ranks where to meet: rank 0 opens a port of the system's choice, and
   * {@code exchange} makes it known, together with a secret if none is set.
   *
   * @param exchange reaches all ranks and nobody else
   * @throws MpiArgumentException ({@code ARG}) if rank or size are wrong
   */
  public static Rendezvous by(AllGather exchange, int rank, int size) {
    return new Rendezvous(rank, size, "", 0, exchange, null, DEFAULT_LIMIT);
  }

  /**
   * With a secret by which the ranks know each other; it is never sent. Without one they can meet
   * on the loopback interface only.
   *
   * @param text the same for all ranks, at least {@link #LEAST_SECRET_LENGTH} characters; white
   *     space around it does not count
   * @throws MpiArgumentException ({@code ARG}) if it is too short
   */
  public Rendezvous withSecret(String text) {
    String stripped = text.strip();
    if (stripped.length() < LEAST_SECRET_LENGTH) {
      throw wrong(
          "a secret of "
              + stripped.length()
              + " characters is too easy to guess: at least "
              + LEAST_SECRET_LENGTH
              + ", for example from 'openssl rand -hex 32'");
    }
    return new Rendezvous(rank, size, host, port, exchange, stripped, limit);
  }

  /**
   * With a time limit for all ranks to come; two minutes without.
   *
   * @throws MpiArgumentException ({@code ARG}) if it is not positive, or longer than a week
   */
  public Rendezvous within(Duration time) {
    int longestDays = 7;
    if (time.compareTo(Duration.ZERO) <= 0 || time.toDays() > longestDays) {
      throw wrong("a time limit of " + time + ": more than nothing, and at most a week");
    }
    return new Rendezvous(rank, size, host, port, exchange, secret, time);
  }

  /** This process's rank. */
  public int rank() {
    return rank;
  }

  /** How many ranks there are. */
  public int size() {
    return size;
  }

  /** The host of rank 0, as it was named; empty if the program tells it by an exchange. */
  public String host() {
    return host;
  }

  /** The port of rank 0; 0 if the program tells it by an exchange. */
  public int port() {
    return port;
  }

  /** How the program tells the ranks where to meet; null if they know. */
  public @Nullable AllGather exchange() {
    return exchange;
  }

  /** The secret; null if there is none. */
  public @Nullable String secret() {
    return secret;
  }

  /** How long the ranks wait for each other. */
  public Duration limit() {
    return limit;
  }

  /** Without the secret. */
  @Override
  public String toString() {
    String where = exchange == null ? "at " + host + " port " + port : "by an exchange";
    return "rank " + rank + " of " + size + ", who meet " + where;
  }

  private static MpiArgumentException wrong(String message) {
    return new MpiArgumentException(ErrorClass.ARG, "rendezvous: " + message);
  }
}
