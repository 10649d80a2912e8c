/**
 * The buffers that {@code mpi.Comm.Pack} packs into, and that programs can fill themselves:
 * sections of elements of one type each.
 *
 * <pre>
 *   section: | type 1 | 0 | 0 | 0 | count 4 | data ... |     objects: | bytes 4 | serialised Object[] |
 * </pre>
 *
 * <p>One thread at a time may use a buffer. Entry class: {@link mpjbuf.Buffer}.
 */
package mpjbuf;
