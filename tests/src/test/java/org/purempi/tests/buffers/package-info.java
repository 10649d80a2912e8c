/** What messages can be made of: arrays, slices, segments, records, pairs, objects. */
@NullMarked
package org.purempi.tests.buffers;

import org.jspecify.annotations.NullMarked;
