/** What tools tell of running ranks: the hang report, jobs with a time limit. */
@NullMarked
package org.purempi.tests.tool;

import org.jspecify.annotations.NullMarked;
