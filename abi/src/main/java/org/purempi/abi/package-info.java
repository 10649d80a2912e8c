/**
 * The standard C interface of MPI 5.0 (chapter 20) over the library: C, Fortran and Python programs
 * that load {@code libmpi_abi.so} communicate by the Java classes of purempi.
 *
 * <pre>
 *   C program ─ MPI_Send ─▶ entries.c ─ upcall ─▶ Entries.MPI_Send ─▶ Messages.send ─▶ org.purempi
 *               (int, pointers)    (longs)           (generated)        (handles to objects)
 * </pre>
 *
 * <p>Entry class: {@link org.purempi.abi.Library}, which the C side starts with. Each class of
 * calls ({@code Messages}, {@code Blocking}, …) has a chapter's functions: it turns handles and
 * addresses into the objects of the public API and calls that. What a call throws, {@link
 * org.purempi.abi.Raise} makes an error code of, and hands it to the error handler of the
 * communicator, window, file or session. Any thread may call.
 */
@NullMarked
package org.purempi.abi;

import org.jspecify.annotations.NullMarked;
