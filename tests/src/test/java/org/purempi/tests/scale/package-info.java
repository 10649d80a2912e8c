/** Many ranks, many messages, large messages. */
@NullMarked
package org.purempi.tests.scale;

import org.jspecify.annotations.NullMarked;
