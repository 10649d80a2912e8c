/** purempi outside its source tree: unpacked, as modules, on systems that are not Linux. */
@NullMarked
package org.purempi.tests.install;

import org.jspecify.annotations.NullMarked;
