package org.purempi.learn.named;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rank 0's table of what which rank has asked for. A name is decided on when every rank has asked
 * for it or has joined.
 */
final class Coordinator {
  private final ResponseCache cache;
  private final StallInspector inspector;
  private final Timeline timeline;
  private final Map<String, Gathering> table = new LinkedHashMap<>();
  private final boolean[] hasJoined;
  private int joined;
  private int lastJoined;

  Coordinator(int ranks, ResponseCache cache, StallInspector inspector, Timeline timeline) {
    this.cache = cache;
    this.inspector = inspector;
    this.timeline = timeline;
    this.hasJoined = new boolean[ranks];
  }

  /**
   * Looks for what has waited long, and warns; whether so long that all is to end.
   *
   * @param now {@link System#nanoTime}
   */
  boolean isStalled(long now) {
    return inspector.isStalled(table.values(), hasJoined, now);
  }

  /** Takes what the ranks have asked, rank 0's list first, and answers what can be decided. */
  Answer answer(List<List<Question>> questions, long now) {
    List<String> forgotten = new ArrayList<>();
    for (int rank = 0; rank < questions.size(); rank++) {
      for (Question q : questions.get(rank)) {
        if (q.request().kind() == Kind.JOIN) {
          hasJoined[rank] = true;
          lastJoined = rank;
          joined++;
        } else {
          note(rank, q, now, forgotten);
        }
      }
    }
    List<Decision> decisions = decided();
    if (joined == hasJoined.length) {
      java.util.Arrays.fill(hasJoined, false);
      joined = 0;
      decisions.add(new Decision.AllJoined(lastJoined));
    }
    return new Answer(forgotten, decisions, inspector.end());
  }

  private void note(int rank, Question q, long now, List<String> forgotten) {
    String name = q.request().name();
    if (cache.knows(name) && !forgotten.contains(name)) {
      forgotten.add(name);
    }
    table
        .computeIfAbsent(name, its -> new Gathering(hasJoined.length))
        .add(rank, q.request(), now - q.ageNanos());
    timeline.tick(name, rank, now - q.ageNanos());
  }

  private List<Decision> decided() {
    List<Decision> decisions = new ArrayList<>();
    for (Iterator<Gathering> i = table.values().iterator(); i.hasNext(); ) {
      Gathering gathering = i.next();
      if (gathering.isComplete(hasJoined)) {
        decisions.add(gathering.decision(hasJoined));
        i.remove();
      }
    }
    return decisions;
  }
}
