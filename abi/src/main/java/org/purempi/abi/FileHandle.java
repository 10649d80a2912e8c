package org.purempi.abi;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.MpiFile;

/**
 * A file of the program. Errors that concern no open file go to the handler of {@code
 * MPI_FILE_NULL}, which is also the first one of every file (section 14.7).
 */
final class FileHandle extends Owner {
  private static final FileHandle NONE = new FileHandle(null, ErrorHandlerHandle.RETURN);

  static {
    NONE.handle = Constants.FILE_NULL;
  }

  private final @Nullable MpiFile file;

  /** The types of the view, as the program has named them. */
  volatile TypeHandle etype = Table.type(Constants.BYTE);

  volatile TypeHandle filetype = etype;

  private FileHandle(@Nullable MpiFile file, ErrorHandlerHandle errors) {
    super(errors);
    this.file = file;
  }

  static FileHandle of(MpiFile file) {
    return new FileHandle(file, NONE.errors);
  }

  /** {@code MPI_FILE_NULL}. */
  static FileHandle none() {
    return NONE;
  }

  MpiFile get() {
    return Objects.requireNonNull(file);
  }

  @Override
  public String toString() {
    return file == null ? "MPI_FILE_NULL" : "a file";
  }
}
