package org.purempi.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Info;
import org.purempi.Intercommunicator;
import org.purempi.MpiException;
import org.purempi.Received;
import org.purempi.Request;

/**
 * Workers that are spawned one by one while tasks wait: each is a world of its own, {@link
 * PoolWorker}. They are spawned on a thread of their own, one at a time.
 */
final class SpawnedLink implements Link {
  /** Tells the thread that receives that there is somebody new; over a communicator of its own. */
  private static final int NEWS = 2;

  private final Communicator own;
  private final Info info;
  private final int least;
  private final int most;
  private final List<Intercommunicator> workers = new CopyOnWriteArrayList<>();

  /** Null for those from which nothing will come. Of the thread that receives. */
  private final List<@Nullable Request<Received<byte[]>>> receives = new ArrayList<>();

  private Request<Received<byte[]>> news;
  private boolean isGrowing;
  private boolean isClosing;
  private @Nullable MpiException failure;

  /**
   * Begins to spawn.
   *
   * @param own of the master alone; owned from now on
   * @param info how workers are spawned
   * @param least how many are spawned in any case
   * @param most how many there may be
   */
  SpawnedLink(Communicator own, Info info, int least, int most) {
    this.own = own;
    this.info = info;
    this.least = least;
    this.most = most;
    this.news = own.irecvBytes(0, NEWS);
    grow();
  }

  @Override
  public int workers() {
    return workers.size();
  }

  @Override
  public int rank(int worker) {
    return worker;
  }

  @Override
  public void send(int worker, Packet message) {
    try {
      workers
          .get(worker)
          .isend(message.array(), 0, message.length(), 0, CommunicatorLink.FROM_MASTER)
          .free();
    } catch (MpiException e) {
      if (!e.errorClass().isOfGoneProcess()) {
        throw e; // and if it is, the receive says so, too
      }
    }
  }

  @Override
  public synchronized void grow() {
    if (!isGrowing && !isClosing && failure == null && workers.size() < most) {
      isGrowing = true;
      Helpers.start("spawn", this::spawn);
    }
  }

  @Override
  public synchronized boolean isGrowing() {
    return isGrowing;
  }

  private void spawn() {
    MpiException trouble = null;
    try {
      Intercommunicator worker = own.spawn(PoolWorker.class.getName(), new String[0], 1, info, 0);
      worker.setErrhandler(ErrorHandler.RETURN);
      workers.add(worker);
    } catch (MpiException e) {
      trouble = e;
    }
    synchronized (this) {
      failure = trouble;
      isGrowing = false;
    }
    own.isend(new byte[0], 0, NEWS).free();
    if (workers.size() < least) {
      grow();
    }
  }

  private synchronized void requireHope() {
    if (!isGrowing && receives.stream().allMatch(receive -> receive == null)) {
      MpiException why = failure;
      throw why != null
          ? why
          : new MpiException(ErrorClass.PROC_ABORTED, "no worker of the pool is left");
    }
  }

  private Request<Received<byte[]>> post(int worker) {
    return workers.get(worker).irecvBytes(0, CommunicatorLink.FROM_WORKER);
  }

  @Override
  public Arrival receive() {
    while (receives.size() < workers.size()) {
      receives.add(post(receives.size()));
    }
    requireHope();
    List<Request<Received<byte[]>>> posted = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    posted.add(news);
    numbers.add(NOBODY);
    for (int worker = 0; worker < receives.size(); worker++) {
      Request<Received<byte[]>> receive = receives.get(worker);
      if (receive != null) {
        posted.add(receive);
        numbers.add(worker);
      }
    }
    try {
      int index = Request.waitAny(posted).index();
      byte[] message = posted.get(index).waitFor().value();
      int worker = numbers.get(index);
      if (worker == NOBODY) {
        news = own.irecvBytes(0, NEWS);
      } else {
        receives.set(worker, post(worker));
      }
      return new Arrival(worker, message, null);
    } catch (MpiException e) {
      for (int i = 1; i < posted.size() && e.errorClass().isOfGoneProcess(); i++) {
        if (!posted.get(i).active()) {
          receives.set(numbers.get(i), null);
          return new Arrival(numbers.get(i), null, e);
        }
      }
      throw e;
    }
  }

  @Override
  public void forget(int worker) {
    Request<Received<byte[]>> receive = receives.get(worker);
    receives.set(worker, null);
    if (receive != null) {
      receive.cancel();
      receive.free();
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      isClosing = true;
    }
    for (Intercommunicator worker : workers) {
      try {
        worker.disconnect();
      } catch (MpiException e) {
        worker.close(); // it is gone
      }
    }
    news.cancel();
    news.free();
    own.close();
  }
}
