package org.purempi.pmi;

/**
 * What a server knows about a rank whose process has ended, once it has served all that the rank
 * had sent.
 *
 * @param stage how far it had come
 * @param inUse whether any rank here had called init
 * @param awaited whether others wait for it in a barrier
 */
public record RankEnd(RankStage stage, boolean inUse, boolean awaited) {}
