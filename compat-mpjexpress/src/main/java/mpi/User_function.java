package mpi;

/** A user's operation (MPI 4.1, section 6.9.5): make an {@link Op} of it. */
public abstract class User_function {
  /** For the operation's own class. */
  public User_function() {}

  /**
   * {@code inoutvec[i] = invec[i] op inoutvec[i]} for {@code count} elements of {@code datatype}.
   *
   * @param invec an array of the datatype's base type; of objects one of the receive array's class
   * @param inoffset index of the first element in it
   * @param inoutvec an array of the base type, which takes the result; of objects an {@code
   *     Object[]}
   * @param inoutoffset index of the first element in it
   * @param count elements, of {@code datatype}
   * @param datatype the datatype given to the reduction
   */
  public abstract void Call(
      Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype)
      throws MPIException;
}
