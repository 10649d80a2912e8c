package org.purempi.tool;

import java.util.List;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/**
 * Something that has happened in a rank (section 15.3.8).
 *
 * @param type what
 * @param timeNanos when, on the clock of {@link System#nanoTime}
 * @param subject the communicator's name, or empty
 * @param values as {@link EventType#elements} names them
 */
public record ToolEvent(EventType type, long timeNanos, String subject, List<Long> values) {
  /** Keeps a copy that nobody changes. */
  public ToolEvent {
    values = List.copyOf(values);
  }

  /**
   * The value of an element.
   *
   * @throws MpiArgumentException if events of this type have none of that name
   */
  public long value(String element) {
    int index = type.elements().indexOf(element);
    if (index < 0) {
      throw new MpiArgumentException(
          ErrorClass.ARG, type + " has no element " + element + ": it has " + type.elements());
    }
    return values.get(index);
  }
}
