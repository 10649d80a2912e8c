package mpi;

import org.purempi.Datatype;
import org.purempi.DerivedDatatype;
import org.purempi.PartVisitor;
import org.purempi.Status;

/** The bytes of the first basic elements of a message: {@link Status#elements} backwards. */
final class ElementBytes implements PartVisitor {
  private long left;
  private long bytes;

  private ElementBytes(long elements) {
    this.left = elements;
  }

  /** The bytes of so many basic elements in elements of {@code type}. */
  static long of(Datatype type, long elements) {
    long inOne = inOne(type);
    if (inOne == 0) {
      return 0;
    }
    long whole = elements / inOne * type.size();
    if (elements % inOne > 0 && type instanceof DerivedDatatype derived) {
      var rest = new ElementBytes(elements % inOne);
      derived.forEachPart(rest);
      return whole + rest.bytes;
    }
    return whole;
  }

  private static long inOne(Datatype type) {
    return new Status(0, 0, type.size()).elements(type);
  }

  @Override
  public void part(
      long displacementBytes, long count, long strideBytes, long blocklength, Datatype type) {
    long here = Math.min(left, count * blocklength * inOne(type));
    bytes += of(type, here);
    left -= here;
  }
}
