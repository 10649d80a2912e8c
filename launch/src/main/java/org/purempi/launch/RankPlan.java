package org.purempi.launch;

/**
 * What one rank is to be started with.
 *
 * @param rank its number in the job
 * @param command the program
 * @param readsInput whether it gets mpiexec's standard input
 * @param binding what it is bound to
 */
record RankPlan(int rank, Command command, boolean readsInput, Binding binding) {}
