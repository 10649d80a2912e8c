/**
 * Floor 1: looks for mistakes of the program while it runs: messages and receives of other types,
 * buffers that are used twice or change under way, what is never freed, sends that only work
 * because they are buffered. Where it is off {@link org.purempi.check.Check#ON} is a constant that
 * makes every mention of it vanish.
 *
 * <p>What is found is told once for each place in the program, under the names of {@link
 * org.purempi.check.Mistake}. Entry class: {@link org.purempi.check.Checker}.
 */
@NullMarked
package org.purempi.check;

import org.jspecify.annotations.NullMarked;
