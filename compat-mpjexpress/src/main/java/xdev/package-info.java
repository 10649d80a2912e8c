/**
 * The root of MPJ Express's exceptions, which programs may catch by this name.
 *
 * <p>Entry class: {@link xdev.XDevException}.
 */
@org.jspecify.annotations.NullMarked
package xdev;
