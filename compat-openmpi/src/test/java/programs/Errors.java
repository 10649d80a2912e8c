package programs;

import java.nio.IntBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.Status;
import mpi.UserFunction;

/** Wrong arguments are exceptions under ERRORS_RETURN, and the communicator works afterwards. */
public class Errors {
  private static Comm c;
  private static int size;
  private static final int[] A = new int[2];
  private static final IntBuffer B = MPI.newIntBuffer(2);

  /** Where the program begins. */
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Check.equal(MPI.ERRORS_ARE_FATAL, MPI.COMM_WORLD.getErrhandler());
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    Check.equal(MPI.ERRORS_RETURN, MPI.COMM_WORLD.getErrhandler());
    c = MPI.COMM_WORLD.dup();
    Check.equal(MPI.ERRORS_RETURN, c.getErrhandler());
    size = c.getSize();
    arguments();
    truncation();
    objects();
    c.callErrhandler(MPI.ERR_OTHER);
    c.barrier();
    MPI.Finalize();
  }

  private static void arguments() throws MPIException {
    Check.fails(MPI.ERR_RANK, () -> c.send(A, 1, MPI.INT, size, 0));
    Check.fails(MPI.ERR_RANK, () -> c.iSend(B, 1, MPI.INT, -7, 0));
    Check.fails(MPI.ERR_RANK, () -> c.recv(A, 1, MPI.INT, size, 0));
    Check.fails(MPI.ERR_TAG, () -> c.send(A, 1, MPI.INT, 0, -5));
    Check.fails(MPI.ERR_TAG, () -> c.sendInit(B, 1, MPI.INT, 0, -5));
    Check.fails(MPI.ERR_COUNT, () -> c.send(A, -1, MPI.INT, 0, 0));
    Check.fails(MPI.ERR_COUNT, () -> c.iRecv(B, -1, MPI.INT, 0, 0));
    Check.fails(MPI.ERR_BUFFER, () -> c.send(A, 3, MPI.INT, 0, 0));
    Check.fails(MPI.ERR_BUFFER, () -> c.send(null, 1, MPI.INT, 0, 0));
    Check.fails(MPI.ERR_BUFFER, () -> c.send("text", 1, MPI.CHAR, 0, 0));
    Check.fails(MPI.ERR_BUFFER, () -> c.iSend(B, 3, MPI.INT, 0, 0));
    Check.fails(MPI.ERR_TYPE, () -> c.send(A, 1, MPI.DATATYPE_NULL, 0, 0));
    Check.fails(MPI.ERR_ROOT, () -> c.bcast(A, 1, MPI.INT, size));
    Check.fails(MPI.ERR_ROOT, () -> c.iBcast(B, 1, MPI.INT, -3));
    Check.fails(MPI.ERR_OP, () -> c.allReduce(new double[1], 1, MPI.DOUBLE, MPI.BAND));
    Check.fails(MPI.ERR_OP, () -> c.allReduce(A, 1, MPI.INT, MPI.MAXLOC));
    Check.fails(MPI.ERR_OP, () -> MPI.SUM.free());
    Check.fails(MPI.ERR_COUNT, () -> Datatype.createContiguous(-1, MPI.INT));
    Check.fails(MPI.ERR_ARG, () -> ((Intracomm) c).split(-5, 0));
    Check.fails(MPI.ERR_COMM, () -> MPI.COMM_WORLD.free());
    Check.fails(
        MPI.ERR_DIMS, () -> ((Intracomm) c).createCart(new int[] {-1}, new boolean[1], false));
  }

  private static void truncation() throws MPIException {
    if (c.getRank() == 0) {
      Request r = c.iRecv(B, 1, MPI.INT, 0, 1);
      c.send(A, 2, MPI.INT, 0, 1);
      Check.fails(MPI.ERR_TRUNCATE, r::waitStatus);
      Check.that(r.isNull(), "a request that has failed is over");
      Request[] two = {
        c.iRecv(B, 1, MPI.INT, 0, 2), c.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, 0, 3)
      };
      c.send(A, 2, MPI.INT, 0, 2);
      c.send(A, 1, MPI.INT, 0, 3);
      Check.fails(MPI.ERR_IN_STATUS, () -> Request.waitAll(two));
      Check.that(two[0].isNull() && two[1].isNull(), "over");
      c.send(A, 2, MPI.INT, 0, 4);
      Status status = c.recv(A, 2, MPI.INT, 0, 4);
      Check.equal(MPI.SUCCESS, status.getError());
    }
  }

  private static void objects() throws MPIException {
    Intracomm freed = ((Intracomm) c).dup();
    freed.free();
    Check.fails(MPI.ERR_COMM, () -> freed.barrier());
    Check.fails(MPI.ERR_COMM, () -> freed.free());
    Check.fails(MPI.ERR_REQUEST, () -> MPI.REQUEST_NULL.cancel());
    MPI.REQUEST_NULL.free();
    Request done = c.iSend(B, 1, MPI.INT, MPI.PROC_NULL, 0);
    done.waitFor();
    done.free();
    done.free();
    Check.that(done.isNull(), "freed");
    Check.fails(MPI.ERR_REQUEST, () -> new mpi.Message().mRecv(A, 1, MPI.INT));
    Op thrower =
        new Op(
            new UserFunction() {
              @Override
              public void call(Object in, Object inOut, int count, Datatype type)
                  throws MPIException {
                throw new MPIException("from the user's function");
              }
            },
            true);
    try {
      Comm.reduceLocal(A, new int[2], 2, MPI.INT, thrower);
      throw new IllegalStateException("not reached");
    } catch (MPIException e) {
      Check.equal("from the user's function", e.getMessage());
      Check.equal(MPI.ERR_OTHER, e.getErrorCode());
    }
    thrower.free();
    thrower.free();
    Check.that(thrower.isNull(), "freed");
    Check.fails(MPI.ERR_OP, () -> Comm.reduceLocal(A, new int[2], 2, MPI.INT, thrower));
    Check.equal("why", new MPIException(new IllegalStateException("why")).getCause().getMessage());
  }
}
