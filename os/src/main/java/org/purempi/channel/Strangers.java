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
  private static final int MOST_TALKING = 64;

  /** A look at the kernel's table of connections takes milliseconds when there are many. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final class Stranger {
    final InetAddress from;

    /** How the kernel names the other end, if that is on this host. */
    final @Nullable String otherEnd;

    boolean isTalking;
    boolean isAsked;

    /** Another user's, as far as the kernel was asked. */
    boolean isForeign;

    Stranger(InetAddress from, @Nullable String otherEnd) {
      this.from = from;
      this.otherEnd = otherEnd;
    }
  }

  private final int mostSilent;
  private final Predicate<T> ear;

  /** The eldest first. */
  private final Map<T, Stranger> all = new LinkedHashMap<>();

  private long lookedNanos = System.nanoTime() - LOOK_NANOS;

  /**
   * Nobody yet.
   *
   * @param mostSilent how many may be silent at once
   * @param ear looks whether a caller has said something; may call {@link #remove}
   */
  public Strangers(int mostSilent, Predicate<T> ear) {
    this.mostSilent = mostSilent;
    this.ear = ear;
  }

  /** One has called, from there to here. */
  public synchronized void add(T who, InetSocketAddress from, InetSocketAddress here) {
    String otherEnd = isOfThisHost(from.getAddress()) ? KernelTable.name(from, here) : null;
    all.put(who, new Stranger(from.getAddress(), otherEnd));
  }

  private static boolean isOfThisHost(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (IOException e) {
      return false;
    }
  }

  /** One is a stranger no longer; whether it was until now. */
  public synchronized boolean remove(T who) {
    return all.remove(who) != null;
  }

  /** Who has to leave, and is forgotten here; null while there is room. */
  public synchronized @Nullable T takeSurplus() {
    T one = surplusOfSilent();
    one = one == null ? surplusOfTalkers() : one;
    if (one != null) {
      all.remove(one);
    }
    return one;
  }

  private @Nullable T surplusOfSilent() {
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

  private @Nullable T surplusOfTalkers() {
    List<T> talking = those(true);
    if (talking.size() <= MOST_TALKING) {
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
    return stranger(who).from;
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
      if (!its.isAsked && its.otherEnd != null) {
        unknown.put(its.otherEnd, its);
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
