package org.purempi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The fixed length of an array in a record, which makes it part of the struct that {@link
 * Datatype#of(Class)} lays out: {@code record Body(@Length(3) double[] position, int id) {}} is C's
 * {@code struct {double position[3]; int id;}}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Length {
  /** The number of elements, 1 or more. */
  int value();
}
