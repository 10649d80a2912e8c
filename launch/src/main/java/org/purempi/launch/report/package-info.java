/**
 * Where the time of a job has gone, out of what its ranks have added up: in text, and as a page.
 *
 * <p>Floor 2 of the launcher, above {@code calls}. One thread. Entry class: {@link
 * org.purempi.launch.report.JobProfile}.
 *
 * <pre>
 *   rank-N.profile ──▸ RankProfile ──▸ JobProfile ─┬─ ReportText
 *                                                  ├─ ReportPage   with the matrix as a picture
 *                                                  └─ Suspicions   where ranks have waited
 * </pre>
 */
@NullMarked
package org.purempi.launch.report;

import org.jspecify.annotations.NullMarked;
