package mpi;

/** How a rank sees a file ({@code MPI_File_get_view}). */
public final class FileView {
  private final long disp;
  private final Datatype etype;
  private final Datatype filetype;
  private final String datarep;

  /** A view. */
  public FileView(long disp, Datatype etype, Datatype filetype, String datarep) {
    this.disp = disp;
    this.etype = etype;
    this.filetype = filetype;
    this.datarep = datarep;
  }

  /** Bytes from the beginning of the file. */
  public long getDisp() {
    return disp;
  }

  /** The unit of offsets. */
  public Datatype getEType() {
    return etype;
  }

  /** Which parts of the file are the rank's. */
  public Datatype getFileType() {
    return filetype;
  }

  /** How data is represented. */
  public String getDataRep() {
    return datarep;
  }
}
