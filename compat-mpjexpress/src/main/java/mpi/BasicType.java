package mpi;

/** A base type as a datatype. */
final class BasicType extends Datatype {
  BasicType(Base base) {
    super(base, base.purempi, base.isMark() || base == Base.NULL ? 0 : 1);
  }
}
