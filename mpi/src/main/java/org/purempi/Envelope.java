package org.purempi;

/**
 * How a datatype was made, and how much {@link Datatype#contents} has to tell ({@code
 * MPI_Type_get_envelope}, section 5.1.13).
 *
 * @param combiner the call
 * @param numIntegers arguments of the call that are small integers
 * @param numCounts arguments of the call that are counts, lengths or displacements; they are {@code
 *     long} as for the Standard's {@code _c} functions, so there is no other list of addresses
 * @param numDatatypes arguments of the call that are datatypes
 */
public record Envelope(Combiner combiner, int numIntegers, int numCounts, int numDatatypes) {}
