package org.purempi.hang;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.purempi.hang.Situation.Activity;
import org.purempi.hang.Situation.Entered;
import org.purempi.hang.Situation.Lock;

/**
 * A {@link Situation} as lines of words, each of at most {@value #MOST_CHARACTERS} characters: how
 * it travels. Words are separated by {@code |}.
 *
 * <pre>
 *   is      activity place
 *   wait    call place isAny isLimited
 *   need    kind isAny ranks context name members number call type op root length    of that wait
 *   letter  source context name members tag bytes
 *   entered context count …
 *   lock    context target
 * </pre>
 */
public final class Facts {
  /** What fits into a line of PMI, whatever its characters are in UTF-8. */
  static final int MOST_CHARACTERS = 1000;

  private static final int MOST_RANGES = 16;
  private static final int MOST_OF_A_WORD = 160;
  private static final int PER_LINE = 16;

  private Facts() {}

  /** The lines. */
  public static List<String> of(Situation s) {
    var lines = new ArrayList<String>();
    lines.add(join("is", s.activity(), s.place()));
    for (Wait w : s.waits()) {
      lines.add(join("wait", w.call(), w.place(), w.isAny(), w.isLimited()));
      for (Need n : w.needs()) {
        Scope scope = n.scope();
        CollectiveCall c = n.call();
        lines.add(
            join(
                "need",
                n.kind(),
                n.isAny(),
                n.ranks().text(MOST_RANGES),
                scope.context(),
                scope.name(),
                scope.members().text(MOST_RANGES),
                n.number(),
                c.call(),
                c.type(),
                c.op(),
                c.root(),
                c.length()));
      }
    }
    for (Letter l : s.letters()) {
      Scope scope = l.scope();
      String members = scope.members().text(MOST_RANGES);
      lines.add(
          join("letter", l.source(), scope.context(), scope.name(), members, l.tag(), l.bytes()));
    }
    List<Entered> entered = s.entered();
    for (int from = 0; from < entered.size(); from += PER_LINE) {
      var words = new ArrayList<Object>(List.of("entered"));
      for (Entered e : entered.subList(from, Math.min(entered.size(), from + PER_LINE))) {
        words.add(e.context());
        words.add(e.count());
      }
      lines.add(join(words.toArray()));
    }
    s.locks().forEach(lock -> lines.add(join("lock", lock.context(), lock.target())));
    return lines;
  }

  private static String join(Object... words) {
    var line = new StringBuilder();
    for (Object word : words) {
      String text = word.toString();
      boolean fits = text.length() <= MOST_OF_A_WORD;
      String shown = fits ? text : text.substring(0, MOST_OF_A_WORD - 1) + "…";
      line.append(line.isEmpty() ? "" : "|");
      for (int i = 0; i < shown.length(); i++) {
        char c = shown.charAt(i);
        line.append(c == '|' ? '¦' : c < ' ' ? ' ' : c);
      }
    }
    return line.toString();
  }

  /**
   * The situation that lines tell of.
   *
   * @throws IllegalArgumentException if they do not
   */
  public static Situation parse(int rank, List<String> lines) {
    var all = new Reading();
    for (String line : lines) {
      all.take(List.of(line.split("\\|", -1)));
    }
    return all.situation(rank);
  }

  /** Lines that are read, one after the other. */
  private static final class Reading {
    private Activity activity = Activity.SILENT;
    private String place = "";
    private final List<Wait> waits = new ArrayList<>();
    private final List<Letter> letters = new ArrayList<>();
    private final List<Entered> entered = new ArrayList<>();
    private final List<Lock> locks = new ArrayList<>();

    private void take(List<String> words) {
      try {
        switch (words.getFirst()) {
          case "is" -> {
            activity = Activity.valueOf(words.get(1));
            place = words.get(2);
          }
          case "wait" ->
              waits.add(
                  new Wait(words.get(1), words.get(2), flag(words, 3), flag(words, 4), List.of()));
          case "need" -> need(words);
          case "letter" ->
              letters.add(
                  new Letter(
                      number(words, 1), scope(words, 2), number(words, 5), longNumber(words, 6)));
          case "entered" -> {
            for (int i = 1; i < words.size(); i += 2) {
              entered.add(new Entered(longNumber(words, i), number(words, i + 1)));
            }
          }
          case "lock" -> locks.add(new Lock(longNumber(words, 1), number(words, 2)));
          default -> {
            // Of a later version, which says more.
          }
        }
      } catch (IndexOutOfBoundsException | NoSuchElementException e) {
        throw new IllegalArgumentException("not enough words: " + words, e);
      }
    }

    private void need(List<String> words) {
      var call =
          new CollectiveCall(
              words.get(8), words.get(9), words.get(10), number(words, 11), number(words, 12));
      var need =
          new Need(
              Need.Kind.valueOf(words.get(1)),
              flag(words, 2),
              RankSet.parse(words.get(3)),
              scope(words, 4),
              number(words, 7),
              call);
      Wait last = waits.removeLast();
      var needs = new ArrayList<>(last.needs());
      needs.add(need);
      waits.add(new Wait(last.call(), last.place(), last.isAny(), last.isLimited(), needs));
    }

    private Situation situation(int rank) {
      return new Situation(rank, activity, place, waits, letters, entered, locks);
    }

    private static Scope scope(List<String> words, int at) {
      return new Scope(longNumber(words, at), words.get(at + 1), RankSet.parse(words.get(at + 2)));
    }

    private static boolean flag(List<String> words, int at) {
      return Boolean.parseBoolean(words.get(at));
    }

    private static int number(List<String> words, int at) {
      return Integer.parseInt(words.get(at));
    }

    private static long longNumber(List<String> words, int at) {
      return Long.parseLong(words.get(at));
    }
  }
}
