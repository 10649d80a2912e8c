/** The launcher: options, hosts, processes, output. */
@org.jspecify.annotations.NullMarked
package org.purempi.launch;
