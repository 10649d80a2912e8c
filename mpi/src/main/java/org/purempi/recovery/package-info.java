/**
 * How ranks that survive the failure of others agree with each other. Entry class: {@link
 * org.purempi.recovery.Agreements}.
 */
@NullMarked
package org.purempi.recovery;

import org.jspecify.annotations.NullMarked;
