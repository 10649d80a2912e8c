package org.purempi.layout;

/** Equal pieces at equal distances in memory: what two layouts are compared by while copying. */
final class Run {
  /** The first piece. */
  long at;

  long pieceBytes;
  long pieces;
  long stride;

  void set(long at, long pieceBytes, long pieces, long stride) {
    this.at = at;
    this.pieceBytes = pieceBytes;
    this.pieces = pieces;
    this.stride = stride;
  }

  /** Looks at the first piece only, in parts of at most {@code longest} bytes; a rest is left. */
  void cut(long longest) {
    if (pieceBytes > longest) {
      pieces = pieceBytes / longest;
      pieceBytes = longest;
      stride = longest;
    }
  }
}
