package org.purempi;

/**
 * Data of any layout packed into memory without gaps, message after message, and unpacked again
 * (sections 5.2 and 5.3). What was packed can be sent as {@link Datatype#PACKED} and received as
 * its own types, or the other way round.
 *
 * <p>Packed memory is a {@link Buf} without gaps, of bytes as a rule. A position is a byte in it: a
 * call begins there and returns the position after it.
 */
public interface Packing {
  /**
   * The bytes that {@code incount} elements take when packed; exact, not only an upper bound
   * ({@code MPI_Pack_size}, section 5.2).
   */
  long packSize(long incount, Datatype datatype);

  /**
   * Packs {@code inbuf} into {@code outbuf} from {@code position} on ({@code MPI_Pack}, section
   * 5.2).
   *
   * @return the position after it
   * @throws MpiArgumentException ({@code BUFFER}) if it does not fit
   */
  long pack(Buf inbuf, Buf outbuf, long position);

  /**
   * Unpacks {@code outbuf} from {@code inbuf} from {@code position} on ({@code MPI_Unpack}, section
   * 5.2).
   *
   * @return the position after it
   * @throws MpiArgumentException ({@code BUFFER}) if there are fewer bytes
   */
  long unpack(Buf inbuf, long position, Buf outbuf);

  /**
   * The bytes that {@code incount} elements take in a portable representation ({@code
   * MPI_Pack_external_size}, section 5.3).
   *
   * @param datarep {@code "external32"}: big-endian, IEEE formats
   */
  long packExternalSize(String datarep, long incount, Datatype datatype);

  /** {@link #pack} in a portable representation ({@code MPI_Pack_external}, section 5.3). */
  long packExternal(String datarep, Buf inbuf, Buf outbuf, long position);

  /** {@link #unpack} from a portable representation ({@code MPI_Unpack_external}, section 5.3). */
  long unpackExternal(String datarep, Buf inbuf, long position, Buf outbuf);
}
