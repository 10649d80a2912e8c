package org.purempi.learn.server;

/**
 * What was agreed when a parameter server was opened.
 *
 * @param rule what servers do with what is pushed
 * @param averages whether a round of BSP is the mean of its pushes, not the sum
 * @param partitionBytes how much of a key is one shard at most
 */
record ServerTerms(
    UpdateRule rule, Consistency consistency, boolean averages, long partitionBytes) {}
