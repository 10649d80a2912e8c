/**
 * The root of MPJ Express's exceptions, which programs may catch by this name.
 *
 * <p>Entry class: {@link xdev.XDevException}.
 */
package xdev;
