package org.purempi;

/**
 * What a rank sees of a file (section 14.3): the data of {@code filetype}, repeated without end
 * from byte {@code disp} on; offsets count {@code etype}s of it.
 *
 * <pre>
 *   disp           filetype        filetype
 *   │              ├───────────────┼───────────────┤
 *   ▼ header ······ ■■□□□□□□ ■■□□□□□□ ■■□□□□□□ …      ■ seen, □ a hole: other ranks' data
 *                   0 1      2 3      4 5             offsets in etypes
 * </pre>
 *
 * @param disp bytes from the beginning of the file
 * @param etype the unit of access and of offsets
 * @param filetype an etype, or made of etypes, at displacements that do not decrease
 * @param datarep how the data is represented: {@code native}, {@code internal}, {@code external32},
 *     or a name given to {@link Mpi#registerDatarep}
 */
public record FileView(long disp, Datatype etype, Datatype filetype, String datarep) {
  /**
   * The displacement of a sequential file's view: where the shared pointer is ({@code
   * MPI_DISPLACEMENT_CURRENT}).
   */
  public static final long DISPLACEMENT_CURRENT = -54278278;

  /** The view of a file that has just been opened: all its bytes. */
  public static final FileView BYTES = new FileView(0, Datatype.BYTE, Datatype.BYTE, "native");

  /** A view of the machine's own representation. */
  public FileView(long disp, Datatype etype, Datatype filetype) {
    this(disp, etype, filetype, "native");
  }

  /** A view without holes. */
  public FileView(long disp, Datatype etype) {
    this(disp, etype, etype);
  }
}
