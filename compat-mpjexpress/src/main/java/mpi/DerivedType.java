package mpi;

import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/** A datatype made of others. */
final class DerivedType extends Datatype {
  private DerivedType(
      Base base, org.purempi.Datatype purempi, Extents extents, Blocks blocks, int[] range) {
    super(base, purempi, range[0], range[1], range[2], extents, blocks);
  }

  /**
   * The type of these blocks.
   *
   * @param raw the same blocks in bytes, with the bounds that follow from them
   */
  static DerivedType of(String call, Base base, org.purempi.Datatype raw, Blocks blocks) {
    Extents extents = new Extents();
    blocks.forEach(extents);
    long lb = extents.lb();
    long extent = extents.ub() - lb;
    boolean same = raw.lb() == lb * base.width && raw.extent() == extent * base.width;
    org.purempi.Datatype purempi =
        same ? raw : org.purempi.Datatype.resized(raw, lb * base.width, extent * base.width);
    int[] range = {element(call, extents.size), element(call, lb), element(call, extents.ub())};
    return new DerivedType(base, purempi, extents, blocks, range);
  }

  private static int element(String call, long value) {
    if (value != (int) value) {
      throw new MpiArgumentException(
          ErrorClass.ARG, call + ": the type is longer than an array: " + value + " elements");
    }
    return (int) value;
  }
}
