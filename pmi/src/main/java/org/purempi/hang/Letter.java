package org.purempi.hang;

/**
 * A message of the program that lies at a rank and that no receive has taken.
 *
 * @param source the rank of the world that has sent it; negative if that is not known
 * @param bytes its length
 */
public record Letter(int source, Scope scope, int tag, long bytes) {}
