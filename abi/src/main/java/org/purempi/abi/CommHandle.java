package org.purempi.abi;

import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Intercommunicator;
import org.purempi.MpiArgumentException;
import org.purempi.NeighborCollectives;

/** A communicator of the program, with what C hangs on it: attributes, name, error handler. */
final class CommHandle extends Owner {
  private volatile @Nullable Communicator communicator;
  private int rank;
  private int size;
  final Attributes attributes = new Attributes(Keyvals.Holder.COMM);
  volatile String name = "";

  /** One that is there. */
  CommHandle(Communicator communicator, ErrorHandlerHandle errors) {
    super(errors);
    this.communicator = communicator;
    this.rank = communicator.rank();
    this.size = communicator.size();
  }

  /** One that a request will bring: a duplicate of another one, or a part of it. */
  CommHandle(CommHandle like) {
    super(like.errors);
    this.rank = like.rank;
    this.size = like.size;
  }

  void arrive(Communicator made) {
    rank = made.rank();
    size = made.size();
    communicator = made;
  }

  /** The living communicator; its errors are always thrown. */
  Communicator get() {
    Communicator c = communicator;
    if (c == null) {
      throw new MpiArgumentException(
          ErrorClass.COMM,
          "the communicator is not there yet: wait for the request that brings it");
    }
    return c;
  }

  int rank() {
    return rank;
  }

  int size() {
    return size;
  }

  /** It as an intercommunicator; an error of class COMM if it is none. */
  Intercommunicator inter() {
    if (get() instanceof Intercommunicator inter) {
      return inter;
    }
    throw new MpiArgumentException(ErrorClass.COMM, this + " is not an intercommunicator");
  }

  /** It as a topology; an error of class TOPOLOGY if it has none. */
  NeighborCollectives neighbors() {
    if (get() instanceof NeighborCollectives neighbors) {
      return neighbors;
    }
    throw new MpiArgumentException(ErrorClass.TOPOLOGY, this + " has no topology");
  }

  @Override
  public String toString() {
    return name.isEmpty() ? "a communicator of " + size + " ranks" : name;
  }
}
