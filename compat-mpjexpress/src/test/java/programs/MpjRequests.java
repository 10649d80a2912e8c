package programs;

import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Waiting and testing, one, any, some and all; cancelling; persistent requests. */
final class MpjRequests {
  private static final int TASKS = 4;
  private static final Comm WORLD = MPI.COMM_WORLD;
  private static final int ME = WORLD.Rank();

  private MpjRequests() {}

  private static Request[] receives(int[][] into) {
    Request[] requests = new Request[into.length];
    for (int i = 0; i < into.length; i++) {
      requests[i] = WORLD.Irecv(into[i], 0, 1, MPI.INT, ME, i);
    }
    return requests;
  }

  private static void send(int value, int tag) {
    WORLD.Send(new int[] {value}, 0, 1, MPI.INT, ME, tag);
  }

  static void aTestAnswersNullUntilItIsComplete() {
    int[] x = new int[1];
    Request receive = WORLD.Irecv(x, 0, 1, MPI.INT, ME, 0);
    Check.that(receive.Test() == null, "nothing has come");
    Check.that(!receive.Is_null(), "active");
    send(8, 0);
    Status status = receive.Test();
    while (status == null) {
      status = receive.Test();
    }
    Check.same(8, x[0]);
    Check.same(1, status.Get_count(MPI.INT));
    Check.that(receive.Is_null(), "null once its completion was seen");
    Check.same(MPI.ANY_SOURCE, receive.Wait().source);
    Check.same(0, receive.Wait().Get_count(MPI.INT));
  }

  static void waitanyTakesWhatIsThereAndPassesOverNullRequests() {
    int[][] x = new int[TASKS][1];
    Request[] requests = receives(x);
    boolean[] seen = new boolean[TASKS];
    for (int i = TASKS - 1; i >= 0; i--) {
      send(i + 100, i);
      Status status = Request.Waitany(requests);
      Check.same(i, status.index);
      Check.same(i, status.tag);
      Check.same(i + 100, x[i][0]);
      seen[i] = true;
    }
    Check.same(new boolean[] {true, true, true, true}, seen);
    Check.same(MPI.UNDEFINED, Request.Waitany(requests).index);
    Check.same(MPI.UNDEFINED, Request.Waitany(new Request[] {MPI.REQUEST_NULL, null}).index);
    Check.that(Request.Testany(requests) == null, "none is active");
    Check.that(Request.Testany(new Request[] {MPI.REQUEST_NULL, null}) == null, "none is there");
  }

  static void testanyAnswersNullWhileNoneIsComplete() {
    int[][] x = new int[TASKS][1];
    Request[] requests = receives(x);
    Check.that(Request.Testany(requests) == null, "none is complete");
    send(1, 2);
    Status status = Request.Testany(requests);
    while (status == null) {
      status = Request.Testany(requests);
    }
    Check.same(2, status.index);
    for (int i : new int[] {0, 1, 3}) {
      send(1, i);
    }
    Request.Waitall(requests);
  }

  static void waitsomeAndTestsomeGiveThoseThatAreComplete() {
    int[][] x = new int[TASKS][1];
    Request[] requests = receives(x);
    Check.same(0, Request.Testsome(requests).length);
    send(5, 1);
    send(6, 3);
    boolean[] seen = new boolean[TASKS];
    int done = 0;
    while (done < 2) {
      for (Status status : Request.Waitsome(requests)) {
        Check.same(status.index, status.tag);
        seen[status.index] = true;
        done++;
      }
    }
    Check.same(new boolean[] {false, true, false, true}, seen);
    send(7, 0);
    send(8, 2);
    while (done < TASKS) {
      done += Request.Testsome(requests).length;
    }
    Check.that(Request.Waitsome(requests) == null, "none is active");
    Check.same(0, Request.Testsome(requests).length);
    Check.same(0, Request.Testsome(new Request[] {MPI.REQUEST_NULL, null}).length);
  }

  static void testallIsAllOrNothing() {
    int[][] x = new int[2][1];
    Request[] requests = receives(x);
    send(1, 0);
    Check.that(Request.Testall(requests) == null, "one is missing");
    Check.that(!requests[0].Is_null(), "nothing has changed");
    send(2, 1);
    Status[] statuses = Request.Testall(requests);
    while (statuses == null) {
      statuses = Request.Testall(requests);
    }
    Check.same(2, statuses.length);
    Check.same(0, statuses[0].tag);
    Check.same(1, statuses[1].index);
    Check.same(2, Request.Waitall(requests).length);
    Check.same(0, Request.Waitall(new Request[0]).length);
  }

  static void whereThereIsNoRequestThereIsNoStatus() {
    int[][] x = new int[1][1];
    Request[] requests = {null, receives(x)[0], MPI.REQUEST_NULL};
    send(1, 0);
    Status[] statuses = Request.Waitall(requests);
    Check.same(3, statuses.length);
    Check.that(statuses[0] == null, "no request, no status");
    Check.same(1, statuses[1].index);
    Check.same(2, statuses[2].index);
    Check.same(MPI.ANY_SOURCE, statuses[2].source);
    Check.that(Request.Waitall(requests)[0] == null, "no request, no status");
    Check.that(Request.Testall(requests)[0] == null, "no request, no status");
  }

  static void aReceiveThatIsCancelledSaysSo() {
    int[] x = {3};
    Request receive = WORLD.Irecv(x, 0, 1, MPI.INT, ME, 77);
    receive.Cancel();
    Check.that(receive.Wait().Test_cancelled(), "cancelled");
    Object[] objects = {3};
    Request other = WORLD.Irecv(objects, 0, 1, MPI.OBJECT, ME, 77);
    other.Cancel();
    Check.that(other.Wait().Test_cancelled(), "cancelled");
    Check.same(3, x[0]);
    Check.same(3, objects[0]);
    Check.that(MPI.REQUEST_NULL.Is_null(), "a null request");
    MPI.REQUEST_NULL.Cancel();
  }

  static void persistentRequestsAreStartedAgainAndAgain() {
    int[] out = new int[1];
    int[] in = new int[1];
    Prequest send = WORLD.Send_init(out, 0, 1, MPI.INT, ME, 4);
    Prequest receive = WORLD.Recv_init(in, 0, 1, MPI.INT, ME, 4);
    Check.same(0, receive.Wait().Get_count(MPI.INT));
    Check.that(!receive.Is_null() && !send.Is_null(), "not started yet");
    for (int i = 0; i < TASKS; i++) {
      out[0] = i;
      Prequest.Startall(new Prequest[] {receive, send});
      Check.that(!receive.Is_null() && !send.Is_null(), "active");
      Status[] statuses = Request.Waitall(new Request[] {receive, send});
      Check.same(ME, statuses[0].source);
      Check.same(i, in[0]);
      Check.that(receive.Is_null() && send.Is_null(), "until the next start");
    }
    receive.Start();
    Check.fails("active", receive::Start);
    receive.Cancel();
    Check.that(receive.Wait().Test_cancelled(), "cancelled");
  }

  static void everyKindOfPersistentSendArrives() {
    MPI.Buffer_attach(java.nio.ByteBuffer.allocate(MPI.BSEND_OVERHEAD + 16));
    int[] x = {1};
    int[] in = new int[4];
    Prequest[] all = {
      WORLD.Recv_init(in, 0, 1, MPI.INT, ME, 0),
      WORLD.Recv_init(in, 1, 1, MPI.INT, ME, 1),
      WORLD.Recv_init(in, 2, 1, MPI.INT, ME, 2),
      WORLD.Recv_init(in, 3, 1, MPI.INT, ME, 3),
      WORLD.Send_init(x, 0, 1, MPI.INT, ME, 0),
      WORLD.Ssend_init(x, 0, 1, MPI.INT, ME, 1),
      WORLD.Rsend_init(x, 0, 1, MPI.INT, ME, 2),
      WORLD.Bsend_init(x, 0, 1, MPI.INT, ME, 3),
    };
    Prequest.Startall(all);
    Request.Waitall(all);
    Check.same(new int[] {1, 1, 1, 1}, in);
    MPI.Buffer_detach();
  }

  static void persistentRequestsOfObjectsTakeThemAsTheyAreAtTheStart() {
    Object[] out = new Object[1];
    Object[] in = new Object[1];
    Prequest send = WORLD.Send_init(out, 0, 1, MPI.OBJECT, ME, 4);
    Prequest receive = WORLD.Recv_init(in, 0, 1, MPI.OBJECT, ME, 4);
    for (String text : Arrays.asList("a", "b", "c")) {
      out[0] = text;
      receive.Start();
      send.Start();
      Check.fails("active", receive::Start);
      Check.that(!receive.Is_null() && !send.Is_null(), "active");
      Check.same(1, receive.Wait().Get_count(MPI.OBJECT));
      send.Wait();
      Check.that(receive.Is_null() && send.Is_null(), "until the next start");
      Check.same(text, in[0]);
    }
  }
}
