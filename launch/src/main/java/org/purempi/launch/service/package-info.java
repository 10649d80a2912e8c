/**
 * The program smpd: its options, the daemon that it runs, what it asks of one, and where the
 * passphrase comes from.
 *
 * <p>Floor 5 of the launcher. The entry class is {@link org.purempi.launch.service.Smpd}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.launch.service;
