/**
 * What a job asks of a host and hears from it, wherever the host is. The entry classes are {@link
 * org.purempi.launch.site.Site} and {@link org.purempi.launch.site.Event}.
 *
 * <p>Floor 2 of the launcher, to the right of {@code program} and {@code output}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.launch.site;
