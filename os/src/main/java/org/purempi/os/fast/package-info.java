/**
 * What makes purempi faster and is needed for nothing else: machine code, other processes' memory,
 * huge pages, sockets without a copy. A reader who wants to know how messages travel can pass it
 * by. Each part answers "not ready" where it is not possible, until it is bound in the background,
 * or where its setting switches it off; docs/reference/fast-paths.md tells what each one buys.
 *
 * <p>Floor: above {@code org.purempi.os}. Any thread. Entry class: {@link
 * org.purempi.os.fast.Readiness}, by which each part is bound.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.os.fast;
