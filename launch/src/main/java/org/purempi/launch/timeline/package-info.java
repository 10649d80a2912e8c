/**
 * Timelines of jobs: one page that any browser shows without a network, and files for other tools.
 *
 * <p>Floor 2 of the launcher, above {@code calls}. One thread. Entry class: {@link
 * org.purempi.launch.timeline.Timeline}.
 *
 * <pre>
 *   folder ──▸ Timeline ─┬─ Page       timeline.html ◂── RankEvents, Block, Overview
 *                        ├─ Perfetto   perfetto.json, for Perfetto and Chrome
 *                        └─ Traffic    messages.csv: from whom to whom
 * </pre>
 *
 * The page holds the calls of each rank in blocks that it unpacks when they are looked at, and an
 * overview of how each call's time is spread, which is drawn where a pixel is many calls.
 */
@NullMarked
package org.purempi.launch.timeline;

import org.jspecify.annotations.NullMarked;
