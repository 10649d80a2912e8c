package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.device.Device;
import org.purempi.protocol.Signature;

/**
 * What an algorithm writes: the steps of one rank.
 *
 * <p>Steps happen in the order in which they are written, except that {@link #send} and {@link
 * #receive} only begin; they are complete after the next {@link #round}. Until then a buffer being
 * sent must not be written and one being received must be neither read nor written. Messages
 * between two ranks arrive in the order in which they were begun. The end of the algorithm ends its
 * last round.
 */
public interface Schedule {
  /** This rank. */
  int rank();

  /** The number of ranks. */
  int size();

  /** What its messages say of the operation, from here on; see {@link Signature}. */
  default void sign(int signature) {}

  /** Begins to send a buffer to a rank. */
  void send(Buf buf, int peer);

  /** As {@link #send} in a round that receives nothing. */
  default void distribute(Buf buf, int peer) {
    send(buf, peer);
  }

  /** Begins to receive exactly the buffer's bytes from a rank. */
  void receive(Buf buf, int peer);

  /** Everything begun so far is complete after this line. */
  void round();

  /** {@code inout = in op inout}, element by element. */
  void reduce(Buf in, Buf inout, Op op);

  /** Copies elements between buffers whose bytes of data are as many. */
  void copy(Buf from, Buf to);

  /**
   * As {@link #copy} between memories that are not the same; what is under way goes on meanwhile.
   */
  default void copyMeanwhile(Buf from, Buf to) {
    copy(from, to);
  }

  /** Memory of this rank that lives as long as the schedule; its content is undefined. */
  Buf scratch(Datatype type, long count);

  /** From here on that memory is a device's, as long as there is some; null: the host's. */
  default void scratchOn(@Nullable Device device) {}

  /** Sends and receives at once, and ends the round: the step that most algorithms consist of. */
  default void exchange(Buf out, int dest, Buf in, int source) {
    receive(in, source);
    send(out, dest);
    round();
  }

  /** Sends and ends the round. */
  default void sendNow(Buf buf, int peer) {
    send(buf, peer);
    round();
  }

  /** Receives and ends the round. */
  default void receiveNow(Buf buf, int peer) {
    receive(buf, peer);
    round();
  }

  /** Memory for data that is only passed on. */
  default Buf bytes(long count) {
    return scratch(Datatype.BYTE, count);
  }
}
