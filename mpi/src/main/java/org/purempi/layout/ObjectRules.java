package org.purempi.layout;

import java.io.ObjectInputFilter;
import java.util.Set;

/**
 * What objects that arrive have to meet.
 *
 * @param filter which classes they may have
 * @param limits what they may cost
 */
public record ObjectRules(ObjectInputFilter filter, ObjectLimits limits) {
  /** The rules of ranks that set none. */
  public static final ObjectRules USUAL =
      new ObjectRules(ObjectCodec.DEFAULT_FILTER, ObjectLimits.USUAL);

  /** The same, but these classes are admitted whatever the filter says. */
  public ObjectRules admitting(Set<Class<?>> admitted) {
    ObjectInputFilter first =
        info ->
            info.serialClass() != null && admitted.contains(info.serialClass())
                ? ObjectInputFilter.Status.ALLOWED
                : filter.checkInput(info);
    return new ObjectRules(first, limits);
  }
}
