/**
 * What ranks have written down of their calls, read again: on one clock, messages and collective
 * operations put together, and who has waited for whom.
 *
 * <p>Floor 1 of the launcher, above {@code text}. One thread. Entry class: {@link
 * org.purempi.launch.calls.Recording}.
 *
 * <pre>
 *   rank-N.calls, rank-N.names ──▸ RankCalls ─┬─ Messages    which receive got which send
 *                                 (Clock)     ├─ Meetings    which calls are one collective
 *                                             └─ Waits       how long, and for whom
 *                                                  └─ WorstWaits   in sentences
 * </pre>
 */
@NullMarked
package org.purempi.launch.calls;

import org.jspecify.annotations.NullMarked;
