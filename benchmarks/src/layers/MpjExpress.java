import mpi.MPI;
import mpi.Request;
import org.purempi.benchmarks.Layer;

/** What MPJ Express's API costs; its buffers are arrays. */
public final class MpjExpress extends Layer {
  private MpjExpress() {
    super(MPI.COMM_WORLD.mpjdevComm.purempi());
  }

  /** Prints it. */
  public static void main(String[] arguments) throws Exception {
    MPI.Init(arguments);
    new MpjExpress().race(ARRAY);
    MPI.Finalize();
  }

  @Override
  protected void send(Object buffer, int bytes, int dest) {
    MPI.COMM_WORLD.Send(buffer, 0, bytes, MPI.BYTE, dest, 0);
  }

  @Override
  protected void recv(Object buffer, int bytes, int source) {
    MPI.COMM_WORLD.Recv(buffer, 0, bytes, MPI.BYTE, source, 0);
  }

  @Override
  protected void sendMany(Object buffer, int bytes, int dest) {
    Request[] requests = new Request[WINDOW];
    for (int i = 0; i < WINDOW; i++) {
      requests[i] = MPI.COMM_WORLD.Isend(buffer, 0, bytes, MPI.BYTE, dest, 0);
    }
    Request.Waitall(requests);
  }

  @Override
  protected void recvMany(Object buffer, int bytes, int source) {
    Request[] requests = new Request[WINDOW];
    for (int i = 0; i < WINDOW; i++) {
      requests[i] = MPI.COMM_WORLD.Irecv(buffer, 0, bytes, MPI.BYTE, source, 0);
    }
    Request.Waitall(requests);
  }

  @Override
  protected void bcast(Object buffer, int bytes) {
    MPI.COMM_WORLD.Bcast(buffer, 0, bytes, MPI.BYTE, 0);
  }

  @Override
  protected void allreduce(Object send, Object recv, int n) {
    MPI.COMM_WORLD.Allreduce(send, 0, recv, 0, n, MPI.DOUBLE, MPI.SUM);
  }
}
