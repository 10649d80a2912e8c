package org.purempi;

import java.util.List;

/** Lets tests of other packages make structs of any blocks. */
public final class StructTypes {
  private StructTypes() {}

  /** A struct of these blocks. */
  public static StructDatatype of(List<StructDatatype.Block> blocks, long extent) {
    return new StructDatatype("struct of " + blocks.size() + " blocks", blocks, extent);
  }
}
