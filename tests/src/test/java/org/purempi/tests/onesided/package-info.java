/** Conformance: windows and one-sided communication (chapter 12). */
@NullMarked
package org.purempi.tests.onesided;

import org.jspecify.annotations.NullMarked;
