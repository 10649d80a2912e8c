package org.purempi.matching;

import java.util.Arrays;
import java.util.function.Consumer;
import org.purempi.tool.Watermark;

/** Something that rises and falls, and the marks that tools have left in it. Inside the lock. */
public final class Level {
  private static final Mark[] NONE = new Mark[0];

  private long now;
  private long most;
  private long rises;
  private Mark[] marks = NONE;

  /** At 0. */
  public Level() {}

  /** How high it is. */
  public long now() {
    return now;
  }

  /** The highest that it has ever been. */
  public long most() {
    return most;
  }

  /** How often it has risen. */
  public long rises() {
    return rises;
  }

  /** Grows. */
  public void rise(long by) {
    rises++;
    now += by;
    most = Math.max(most, now);
    for (Mark mark : marks) {
      mark.most = Math.max(mark.most, now);
    }
  }

  /** Shrinks. */
  public void fall(long by) {
    now -= by;
  }

  /**
   * The highest that it is from now on, for any thread.
   *
   * @param inside runs something inside the lock
   */
  public Watermark mark(Consumer<Runnable> inside) {
    return new Mark(inside);
  }

  private final class Mark implements Watermark {
    private final Consumer<Runnable> inside;
    private long most;

    Mark(Consumer<Runnable> inside) {
      this.inside = inside;
      inside.accept(
          () -> {
            most = now;
            marks = Arrays.copyOf(marks, marks.length + 1);
            marks[marks.length - 1] = this;
          });
    }

    @Override
    public long value() {
      long[] value = {0};
      inside.accept(() -> value[0] = most);
      return value[0];
    }

    @Override
    public void reset() {
      inside.accept(() -> most = now);
    }

    @Override
    public void close() {
      inside.accept(
          () -> marks = Arrays.stream(marks).filter(mark -> mark != this).toArray(Mark[]::new));
    }
  }
}
