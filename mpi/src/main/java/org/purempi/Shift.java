package org.purempi;

/**
 * The partners of a shift along one dimension ({@code MPI_Cart_shift}, section 8.5.6); {@link
 * Mpi#PROC_NULL} beyond the edge.
 *
 * @param source the rank to receive from
 * @param dest the rank to send to
 */
public record Shift(int source, int dest) {}
