package org.purempi.abi;

import org.purempi.BasicDatatype;
import org.purempi.Datatype;
import org.purempi.DerivedDatatype;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.PartVisitor;
import org.purempi.Status;

/** How many bytes so many basic elements of a datatype are, in the order of its type map. */
final class Elements implements PartVisitor {
  private long left;
  private long bytes;

  private Elements(long left) {
    this.left = left;
  }

  /** The bytes of the first {@code elements} basic elements ({@code MPI_Status_set_elements}). */
  static long bytes(Datatype type, long elements) {
    if (elements < 0) {
      throw new MpiArgumentException(ErrorClass.COUNT, "a count of elements is " + elements);
    }
    if (type.size() == 0) {
      return 0;
    }
    long inOne = new Status(0, 0, type.size()).elements(type);
    try {
      return Math.addExact(
          Math.multiplyExact(elements / inOne, type.size()), first(type, elements % inOne));
    } catch (ArithmeticException e) {
      throw new MpiArgumentException(
          ErrorClass.COUNT, elements + " elements of " + type.name() + " are beyond 2^63 bytes");
    }
  }

  private static long first(Datatype type, long elements) {
    if (elements == 0) {
      return 0;
    }
    return switch (type) {
      case BasicDatatype basic -> basic.width();
      case DerivedDatatype derived -> {
        var counter = new Elements(elements);
        derived.forEachPart(counter);
        yield counter.bytes;
      }
    };
  }

  @Override
  public void part(
      long displacementBytes, long count, long strideBytes, long blocklength, Datatype type) {
    if (left == 0 || type.size() == 0) {
      return;
    }
    long inOne = new Status(0, 0, type.size()).elements(type);
    long here = Math.min(left, count * blocklength * inOne);
    bytes += bytes(type, here);
    left -= here;
  }
}
