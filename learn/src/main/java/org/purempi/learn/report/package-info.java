/**
 * What people want to see of a run: a line of progress, the curve of the loss, how much of the
 * exchange was hidden, and events for JDK Flight Recorder. Entry class: {@link
 * org.purempi.learn.report.Progress}.
 */
@NullMarked
package org.purempi.learn.report;

import org.jspecify.annotations.NullMarked;
