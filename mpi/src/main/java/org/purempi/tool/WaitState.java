package org.purempi.tool;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call that waits.
 *
 * @param call the call's name as the program wrote it: {@code recv}, {@code allreduce}, {@code
 *     waitFor}
 * @param place the line of the program that called, if one is on the thread's stack
 * @param thread the waiting thread's name
 * @param duration for how long
 * @param limited whether it has a time limit of its own
 * @param messages what it waits for, as far as it can be named
 */
public record WaitState(
    String call,
    @Nullable StackTraceElement place,
    String thread,
    Duration duration,
    boolean limited,
    List<MessageState> messages) {
  /** Keeps a copy that nobody changes. */
  public WaitState {
    messages = List.copyOf(messages);
  }
}
