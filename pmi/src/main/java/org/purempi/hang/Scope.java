package org.purempi.hang;

/**
 * Where messages are matched: a communicator, a window or a file.
 *
 * @param context a number that its ranks alone use, the same on all of them
 * @param name what the program, or the library, calls it
 * @param members its ranks; none if they are not known
 */
public record Scope(long context, String name, RankSet members) {}
