/**
 * What ranks execute: finds a program, compiles a source, learns for which API it was written, and
 * makes the command line out of it.
 *
 * <p>Floor 2 of the launcher. The entry class is {@link org.purempi.launch.program.Programs}: a
 * {@link org.purempi.launch.program.AppContext} becomes a {@link
 * org.purempi.launch.program.Command}.
 *
 * <pre>
 *   AppContext ──▸ Programs ─┬─ executable ─────────────────────────────────▸ Command
 *                            └─ JavaPrograms ─┬─ .java ──▸ SourceCache ──┬──▸ Command
 *                                             └─ class, jar ──▸ ApiScan ─┘
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package org.purempi.launch.program;
