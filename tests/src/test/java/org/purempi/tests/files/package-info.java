/** Conformance: files that ranks read and write together (chapter 14). */
@NullMarked
package org.purempi.tests.files;

import org.jspecify.annotations.NullMarked;
