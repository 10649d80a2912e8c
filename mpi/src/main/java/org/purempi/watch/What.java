package org.purempi.watch;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.purempi.record.Family;

/**
 * A kind of call.
 *
 * @param number 0, 1, …: another for each kind
 * @param name as the program writes it
 */
public record What(int number, String name, Family family) {
  /** There are not more kinds than that. */
  static final int MOST = 512;

  private static final AtomicInteger NEXT = new AtomicInteger();
  private static final Map<String, What> COLLECTIVES = new ConcurrentHashMap<>();
  private static final Map<String, What> WINDOWS = new ConcurrentHashMap<>();
  private static final Map<String, What> FILES = new ConcurrentHashMap<>();
  private static final Map<String, What> MAKINGS = new ConcurrentHashMap<>();

  private static final Set<String> FROM_ROOT = Set.of("bcast", "scatter", "scatterv");
  private static final Set<String> TO_ROOT = Set.of("gather", "gatherv", "reduce");
  private static final Set<String> PREFIXES = Set.of("scan", "exscan");
  private static final Set<String> STARTERS =
      Set.of("iall", "ibarrier", "ibcast", "igather", "iscatter", "ireduce", "iscan", "iexscan");
  private static final Set<String> ACCESSES =
      Set.of("put", "get", "accumulate", "getAccumulate", "fetchAndOp", "compareAndSwap");
  private static final Set<String> TOGETHER =
      Set.of("open", "close", "setView", "setSize", "preallocate", "sync", "setAtomicity");

  public static final What SEND = of("send", Family.SEND);
  public static final What BSEND = of("bsend", Family.SEND);
  public static final What SSEND = of("ssend", Family.SEND);
  public static final What ISEND = of("isend", Family.SEND);
  public static final What IBSEND = of("ibsend", Family.SEND);
  public static final What ISSEND = of("issend", Family.SEND);
  public static final What RECV = of("recv", Family.RECEIVE);
  public static final What IRECV = of("irecv", Family.STARTED);
  public static final What SENDRECV = of("sendrecv", Family.EXCHANGE);
  public static final What ISENDRECV = of("isendrecv", Family.STARTED);
  public static final What MRECV = of("mrecv", Family.RECEIVE);
  public static final What IMRECV = of("imrecv", Family.STARTED);
  public static final What PROBE = of("probe", Family.PROBE);
  public static final What IPROBE = of("iprobe", Family.PROBE);
  public static final What MPROBE = of("mprobe", Family.PROBE);
  public static final What IMPROBE = of("improbe", Family.PROBE);
  public static final What START = of("start", Family.STARTED);
  public static final What WAIT = of("waitFor", Family.WAIT);
  public static final What WAIT_ALL = of("waitAll", Family.WAIT);
  public static final What WAIT_ANY = of("waitAny", Family.WAIT);
  public static final What WAIT_SOME = of("waitSome", Family.WAIT);
  public static final What TEST = of("test", Family.WAIT);
  public static final What TEST_ALL = of("testAll", Family.WAIT);
  public static final What TEST_ANY = of("testAny", Family.WAIT);
  public static final What TEST_SOME = of("testSome", Family.WAIT);

  /** Waiting for the future of a request. */
  public static final What JOIN = of("join", Family.WAIT);

  /** The same, by its other method. */
  public static final What GET = of("get", Family.WAIT);

  public static final What INIT = of("init", Family.OTHER);
  public static final What CLOSE = of("close", Family.OTHER);
  static final What RECEIVED = of("received", Family.RECEIVED);
  static final What SENT = of("sent", Family.SENT);

  private static What of(String name, Family family) {
    return new What(NEXT.getAndIncrement(), name, family);
  }

  /** A collective operation. */
  public static What collective(String name) {
    return COLLECTIVES.computeIfAbsent(name, it -> of(it, familyOfCollective(it)));
  }

  private static Family familyOfCollective(String name) {
    if (name.endsWith("Init")) {
      return Family.MAKING;
    }
    if (STARTERS.stream().anyMatch(name::startsWith) || name.startsWith("ineighbor")) {
      return Family.STARTED;
    }
    if (PREFIXES.contains(name) || name.startsWith("neighbor")) {
      return Family.PREFIX;
    }
    return FROM_ROOT.contains(name)
        ? Family.FROM_ROOT
        : TO_ROOT.contains(name) ? Family.TO_ROOT : Family.ALL_TO_ALL;
  }

  /** A call of a window. */
  public static What window(String name) {
    return WINDOWS.computeIfAbsent(name, it -> of(it, familyOfWindow(it)));
  }

  private static Family familyOfWindow(String name) {
    boolean withRequest = name.startsWith("r") && ACCESSES.contains(plain(name));
    return withRequest || ACCESSES.contains(name) || name.equals("fetchAndAdd")
        ? Family.ACCESS
        : name.equals("close") ? Family.MAKING : Family.EPOCH;
  }

  /** A name without the letter that says that a request comes back. */
  private static String plain(String name) {
    return name.equals("rgetAccumulate") ? "getAccumulate" : name.substring(1);
  }

  /** A call of a file. */
  public static What file(String name) {
    return FILES.computeIfAbsent(name, it -> of(it, familyOfFile(it)));
  }

  private static Family familyOfFile(String name) {
    boolean all = name.contains("All") || name.contains("Ordered") || TOGETHER.contains(name);
    return all ? Family.FILE_TOGETHER : Family.FILE;
  }

  /** A call that makes something together with others. */
  public static What making(String name) {
    return MAKINGS.computeIfAbsent(name, it -> of(it, Family.MAKING));
  }
}
