package org.purempi.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test on several ranks. The test has a parameter of type {@link org.purempi.Communicator},
 * which is each rank's world; the method is called once on every rank. It stands beside
 * {@code @Test}, {@code @RepeatedTest} or {@code @ParameterizedTest}, or before a class for all its
 * tests that have such a parameter.
 *
 * <p>If the method throws on one rank, the test fails with that rank's message and stack, and the
 * other ranks are released from what they wait for. If all ranks wait for each other, or the time
 * is over, the test fails with a report of what each rank waits for.
 *
 * <p>Ranks are threads that share the test's instance. As processes each rank has an instance of
 * its own, made by the constructor without parameters; methods marked {@code @BeforeEach} and
 * {@code @AfterEach} without parameters are called there too, and arguments of a parameterised test
 * must be serialisable.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@ExtendWith(RanksExtension.class)
public @interface Ranks {
  /** How many ranks; of several numbers the test runs on each in turn. */
  int[] value() default 4;

  /** Whether ranks are processes, started by mpiexec, instead of threads. */
  boolean processes() default false;

  /** Whether thread ranks are virtual threads: for hundreds of them. */
  boolean virtual() default false;

  /** After how many seconds the test fails, for each number of ranks. */
  int seconds() default 30;
}
