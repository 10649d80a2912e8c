/**
 * Floor 2: one rank's progress: who polls, how a waiter waits, which frames still have to go out.
 *
 * <p>Each rank has one {@link Progress}, with one {@link RankLock}. All communication state of the
 * rank (transport, match queues, operations) is touched only between {@link Progress#enter} and
 * {@link Progress#leave}. A thread that waits becomes the <em>poller</em> if there is none; other
 * waiters park and are woken when their operation completes or when the poller leaves. The poller
 * lets others enter between two polls, and sleeps at the rank's doorbell when nothing has come for
 * long. Where ranks share cores it yields before that ({@link Crowd}), unless the one it waits for
 * runs on another core just now (docs/decisions/waiting.md). A progress thread, where there is one,
 * stands by ({@link Standby}): it polls only while nobody waits.
 *
 * <p>Any thread may call it, virtual threads too. Entry class: {@link Progress}.
 */
@NullMarked
package org.purempi.progress;

import org.jspecify.annotations.NullMarked;
