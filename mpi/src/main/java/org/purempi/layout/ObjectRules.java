package org.purempi.layout;

import java.io.ObjectInputFilter;

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
}
