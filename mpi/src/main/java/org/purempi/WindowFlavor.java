package org.purempi;

/** How a window came to its memory ({@code MPI_WIN_CREATE_FLAVOR}, section 12.2.6). */
public enum WindowFlavor {
  /** Each rank brought its own ({@link Window#create}). */
  CREATE,
  /** The library allocated it ({@link Window#allocate}). */
  ALLOCATE,
  /** Each rank attaches memory as it goes ({@link Window#createDynamic}). */
  DYNAMIC,
  /** The ranks of one host share it ({@link Window#allocateShared}). */
  SHARED
}
