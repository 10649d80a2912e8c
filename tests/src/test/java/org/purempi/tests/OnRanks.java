package org.purempi.tests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a conformance case: {@code static void sentence(Communicator world)} in a class whose name
 * ends in {@code Cases}. Every rank calls it; it must leave no message behind.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OnRanks {
  /** The sizes of the worlds it runs on. */
  int[] value() default {2, 4};

  /** Whether it is about the world itself, and not for ranks of several worlds that have met. */
  boolean ofOneWorld() default false;

  /** After how many seconds it is taken to hang. */
  int seconds() default 30;
}
