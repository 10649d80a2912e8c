package org.purempi.compat.mpjexpress;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * May be null. For the checks of our own build alone: class files have no trace of it, as the
 * original's say nothing of null. A compiler that heeds such words, as Kotlin's does, would refuse
 * programs that were written for the original.
 */
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE_USE)
public @interface Nullable {}
