/**
 * mpiexec's command line: options of ours and of other launchers, files of options, help and
 * manual; what they mean for each other becomes a plan.
 *
 * <p>Floor 6 of the launcher: an option's value is checked by whoever will use it. The entry
 * classes are {@link org.purempi.launch.options.CommandLine} and {@link
 * org.purempi.launch.options.JobPlan}.
 *
 * <pre>
 *   arguments ──▸ CommandLine ─┬─ GivenOptions    for the whole job
 *                              └─ AppContextBuilder  for each program
 *                 Planner ──▸ JobPlan ─┬─ AppContext, …
 *                                      ├─ HostPlan     where the ranks run
 *                                      └─ OutputPlan   where their output goes
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package org.purempi.launch.options;
