import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.purempi.Communicator;
import org.purempi.benchmarks.Layer;

/** What Open MPI's Java API costs. */
public final class OpenMpi extends Layer {
  private OpenMpi() throws ReflectiveOperationException {
    super(ours());
  }

  /** This API has no door to what lies below. */
  private static Communicator ours() throws ReflectiveOperationException {
    Method live = Comm.class.getDeclaredMethod("live");
    live.setAccessible(true);
    return (Communicator) live.invoke(MPI.COMM_WORLD);
  }

  /** Prints it. */
  public static void main(String[] arguments) throws Exception {
    MPI.Init(arguments);
    new OpenMpi().race(ARRAY, DIRECT);
    MPI.Finalize();
  }

  @Override
  protected void send(Object buffer, int bytes, int dest) throws MPIException {
    MPI.COMM_WORLD.send(buffer, bytes, MPI.BYTE, dest, 0);
  }

  @Override
  protected void recv(Object buffer, int bytes, int source) throws MPIException {
    MPI.COMM_WORLD.recv(buffer, bytes, MPI.BYTE, source, 0);
  }

  /** Calls without waiting take buffers only. */
  private static Buffer asBuffer(Object memory) {
    return memory instanceof byte[] a ? ByteBuffer.wrap(a) : (ByteBuffer) memory;
  }

  @Override
  protected void sendMany(Object buffer, int bytes, int dest) throws MPIException {
    Buffer b = asBuffer(buffer);
    Request[] requests = new Request[WINDOW];
    for (int i = 0; i < WINDOW; i++) {
      requests[i] = MPI.COMM_WORLD.iSend(b, bytes, MPI.BYTE, dest, 0);
    }
    Request.waitAll(requests);
  }

  @Override
  protected void recvMany(Object buffer, int bytes, int source) throws MPIException {
    Buffer b = asBuffer(buffer);
    Request[] requests = new Request[WINDOW];
    for (int i = 0; i < WINDOW; i++) {
      requests[i] = MPI.COMM_WORLD.iRecv(b, bytes, MPI.BYTE, source, 0);
    }
    Request.waitAll(requests);
  }

  @Override
  protected void bcast(Object buffer, int bytes) throws MPIException {
    MPI.COMM_WORLD.bcast(buffer, bytes, MPI.BYTE, 0);
  }

  @Override
  protected void allreduce(Object send, Object recv, int n) throws MPIException {
    MPI.COMM_WORLD.allReduce(send, recv, n, MPI.DOUBLE, MPI.SUM);
  }
}
