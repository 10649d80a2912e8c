package org.purempi.channel;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.purempi.os.User;

/**
 * Who has called and not proved yet to be a friend. There is room for so many; when there are more,
 * somebody has to leave, and it is not a friend who has just called:
 *
 * <ul>
 *   <li>Of those who have said nothing, whom a flood of connections consists of, the eldest leaves;
 *       but not before it was looked whether his word has come meanwhile.
 *   <li>Of those who talk, one from where most of them come from leaves: of this host other users'
 *       processes first, then the eldest.
 * </ul>
 *
 * <p>Any thread.
 *
 * @param <T> a caller; compared by identity or equals
 */
public final class Strangers<T> {
  /** So many may talk at once, where nobody knows how many friends there are. */
  public static final int MOST_TALKING = 64;

  /** A look at the kernel's table of connections takes milliseconds when there are many. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final class Stranger {
    final InetSocketAddress from;
    final InetSocketAddress here;
    boolean isTalking;
    boolean isAsked;

    /** Another user's, as far as the kernel was asked. */
    boolean isForeign;

    Stranger(InetSocketAddress from, InetSocketAddress here) {
      this.from = from;
      this.here = here;
    }

    /** Whether the other end is on this host. */
    boolean isOfThisHost() {
      InetAddress address = from.getAddress();
      try {
        return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
      } catch (IOException e) {
        return false;
      }
    }
  }

  private final Predicate<T> ear;

  /** The eldest first. */
  private final Map<T, Stranger> all = new LinkedHashMap<>();

  private long lookedNanos = System.nanoTime() - LOOK_NANOS;

  /**
   * Nobody yet.
   *
   * @param ear looks whether a caller has said something; may call {@link #remove}
   */
  public Strangers(Predicate<T> ear) {
    this.ear = ear;
  }

  /** One has called, from there to here. */
  public synchronized void add(T who, InetSocketAddress from, InetSocketAddress here) {
    all.put(who, new Stranger(from, here));
  }

  /** One is a stranger no longer; whether it was until now. */
  public synchronized boolean remove(T who) {
    return all.remove(who) != null;
  }

  /** The first that has called; null when nobody is here. */
  public synchronized @Nullable T eldest() {
    return all.isEmpty() ? null : all.keySet().iterator().next();
  }

  /** All of them, who are forgotten here. */
  public synchronized List<T> takeAll() {
    List<T> those = List.copyOf(all.keySet());
    all.clear();
    return those;
  }

  /**
   * Sees to it that there are not too many.
   *
   * @param mostSilent how many may be silent at once
   * @param mostTalking how many may talk
   * @param dismiss hangs up on one who has to leave, and is forgotten here
   */
  public void makeRoom(int mostSilent, int mostTalking, Consumer<T> dismiss) {
    for (T one = takeSurplus(mostSilent, mostTalking);
        one != null;
        one = takeSurplus(mostSilent, mostTalking)) {
      dismiss.accept(one);
    }
  }

  private synchronized @Nullable T takeSurplus(int mostSilent, int mostTalking) {
    T one = surplusOfSilent(mostSilent);
    one = one == null ? surplusOfTalkers(mostTalking) : one;
    if (one != null) {
      all.remove(one);
    }
    return one;
  }

  private @Nullable T surplusOfSilent(int mostSilent) {
    List<T> silent = those(false);
    int surplus = silent.size() - mostSilent;
    for (T one : surplus > 0 ? silent : List.<T>of()) {
      boolean spoke = ear.test(one);
      Stranger its = all.get(one);
      if (its != null && !spoke) {
        return one;
      }
      if (its != null) {
        its.isTalking = true;
      }
      surplus--;
      if (surplus == 0) {
        return null;
      }
    }
    return null;
  }

  private List<T> those(boolean talking) {
    List<T> found = new ArrayList<>();
    all.forEach(
        (who, its) -> {
          if (its.isTalking == talking) {
            found.add(who);
          }
        });
    return found;
  }

  /** One talks. */
  public synchronized void talks(T who) {
    Stranger its = all.get(who);
    if (its != null) {
      its.isTalking = true;
    }
  }

  private @Nullable T surplusOfTalkers(int mostTalking) {
    List<T> talking = those(true);
    if (talking.size() <= mostTalking) {
      return null;
    }
    Map<InetAddress, List<T>> byOrigin =
        talking.stream()
            .collect(Collectors.groupingBy(this::from, LinkedHashMap::new, Collectors.toList()));
    List<T> most = List.of();
    for (List<T> some : byOrigin.values()) {
      most = some.size() > most.size() ? some : most;
    }
    look(most);
    for (T one : most) {
      if (stranger(one).isForeign) {
        return one;
      }
    }
    return most.getFirst();
  }

  private InetAddress from(T who) {
    return stranger(who).from.getAddress();
  }

  private Stranger stranger(T who) {
    return Objects.requireNonNull(all.get(who));
  }

  /** Asks the kernel whose those are of whom it was not asked, unless it was a moment ago. */
  private void look(List<T> some) {
    long now = System.nanoTime();
    Map<String, Stranger> unknown = new LinkedHashMap<>();
    for (T one : some) {
      Stranger its = stranger(one);
      if (!its.isAsked && its.isOfThisHost()) {
        unknown.put(KernelTable.name(its.from, its.here), its);
      }
    }
    if (unknown.isEmpty() || now - lookedNanos < LOOK_NANOS) {
      return;
    }
    lookedNanos = now;
    try {
      Map<String, KernelTable.Entry> table = KernelTable.read(unknown.keySet());
      unknown.forEach(
          (end, its) -> {
            KernelTable.Entry entry = table.get(end);
            its.isAsked = true;
            its.isForeign =
                entry != null
                    && entry.user() != Integer.toUnsignedLong(User.id())
                    && entry.user() != 0;
          });
    } catch (IOException e) {
      // The kernel does not tell: then age decides.
    }
  }
}
