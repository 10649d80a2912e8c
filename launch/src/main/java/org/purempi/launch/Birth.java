package org.purempi.launch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.program.AppContext;
import org.purempi.launch.site.Event;
import org.purempi.launch.text.Visible;
import org.purempi.pmi.SpawnProgram;
import org.purempi.pmi.SpawnResult;

/**
 * The start of a spawned world, until it is known of every process whether it runs; then who asked
 * for it is told. Used by the world's thread.
 */
final class Birth {
  private final String kvsName;
  private final Consumer<SpawnResult> answer;
  private final List<Integer> codes = new ArrayList<>();

  /** For each rank the place of its code: with {@code soft} a program may have fewer ranks. */
  private final List<Integer> places = new ArrayList<>();

  private int undecided;
  private @Nullable String failure;
  private boolean isAnswered;

  /**
   * @param apps the programs as they are started
   * @param asked as they were asked for
   */
  Birth(
      String kvsName,
      List<AppContext> apps,
      List<SpawnProgram> asked,
      Consumer<SpawnResult> answer) {
    this.kvsName = kvsName;
    this.answer = answer;
    for (int i = 0; i < apps.size(); i++) {
      int count = apps.get(i).count();
      for (int rank = 0; rank < count; rank++) {
        places.add(codes.size());
        codes.add(0);
      }
      codes.addAll(Collections.nCopies(asked.get(i).processes() - count, SpawnResult.FAILED));
    }
    undecided = places.size();
  }

  /** Whether there will be no world. */
  boolean hasFailed() {
    return failure != null;
  }

  /** Takes note of what happens to ranks. */
  void take(Event event) {
    if (event instanceof Event.Started) {
      decided();
    } else if (event instanceof Event.NotStarted failed) {
      codes.set(places.get(failed.rank()), SpawnResult.FAILED);
      fail("rank %d: %s".formatted(failed.rank(), Visible.quoted(failed.why())));
      decided();
    } else if (event instanceof Event.Lost lost && !isAnswered) {
      fail(lost.why());
      end();
    }
  }

  private void fail(String why) {
    failure = failure == null ? why : failure;
  }

  private void decided() {
    undecided--;
    if (undecided == 0) {
      end();
    }
  }

  /** Nothing more happens to the world: whoever still waits waits in vain. */
  void end() {
    if (undecided > 0) {
      fail("the new processes were ended before all of them had been started");
    }
    if (!isAnswered) {
      isAnswered = true;
      String why = failure;
      answer.accept(
          why == null ? new SpawnResult(codes, kvsName, "") : new SpawnResult(codes, null, why));
    }
  }
}
