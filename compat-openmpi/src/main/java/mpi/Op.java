package mpi;

import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.MpiException;

/** An operation that combines elements of several ranks (section 6.9). */
public final class Op implements Freeable {
  private final org.purempi.@Nullable Op predefined;
  private final boolean commutative;
  private @Nullable UserFunction function;

  Op(org.purempi.Op predefined) {
    this.predefined = predefined;
    this.commutative = predefined.commutative();
  }

  /** A user's operation ({@code MPI_Op_create}). */
  public Op(UserFunction function, boolean commute) {
    this.predefined = null;
    this.function = function;
    this.commutative = commute;
  }

  /** The operation on elements of a type. */
  org.purempi.Op on(Communicator c, Datatype type) throws MPIException {
    if (predefined != null) {
      return predefined;
    }
    UserFunction f = function;
    if (f == null) {
      throw Failures.at(c, ErrorClass.OP, "the operation has been freed");
    }
    org.purempi.Op op =
        org.purempi.Op.of(
            (in, inout, count, t) -> {
              try {
                f.apply(in, inout, Math.toIntExact(count), type);
              } catch (MPIException e) {
                throw new MpiException(ErrorClass.OTHER, String.valueOf(e.getMessage()), e);
              }
            });
    return commutative ? op : op.nonCommutative();
  }

  /** Whether operands may change places ({@code MPI_Op_commutative}). */
  public boolean isCommutative() {
    return commutative;
  }

  /** Gives the operation up ({@code MPI_Op_free}). Nothing happens if it has been freed. */
  @Override
  public void free() throws MPIException {
    if (predefined != null) {
      throw new MPIException(ErrorClass.OP, predefined + " is predefined: it cannot be freed");
    }
    function = null;
  }

  /** Whether it has been freed. */
  public boolean isNull() {
    return predefined == null && function == null;
  }
}
