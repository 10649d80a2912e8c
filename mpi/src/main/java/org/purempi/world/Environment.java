package org.purempi.world;

import java.io.ObjectInputFilter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Completed;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.GeneralizedRequest;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.MpiAbortException;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.Request;
import org.purempi.Session;
import org.purempi.Status;
import org.purempi.ThreadLevel;
import org.purempi.bootstrap.HostName;
import org.purempi.collective.CollectiveArguments;
import org.purempi.communicator.BufferedSends;
import org.purempi.communicator.LiveCommunicator;
import org.purempi.communicator.Rank;
import org.purempi.context.ContextIds;
import org.purempi.context.Contexts;
import org.purempi.layout.ObjectCodec;
import org.purempi.layout.ObjectLimits;
import org.purempi.layout.ObjectRules;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Peers;
import org.purempi.reduction.Reductions;
import org.purempi.request.LiveGeneralizedRequest;
import org.purempi.request.RequestSets;
import org.purempi.setting.Setting;
import org.purempi.transport.Region;
import org.purempi.transport.Transport;

/** One rank: what {@code Mpi} promises, on an engine of its own. */
final class Environment implements Mpi, Rank {
  /** How the names of threads that make progress begin. */
  static final String PROGRESS_THREAD = "purempi progress ";

  /** Instead of a context: there is no world. */
  static final long NO_WORLD = -1;

  private static final double NANOS = 1e-9;
  private static final String HOST = HostName.get();

  private final Job job;
  private final Engine engine;
  private final String[] args;
  private final int process;
  private final Thread mainThread = Thread.currentThread();
  private final Contexts contexts;
  private final @Nullable LiveCommunicator world;
  private final int worldNumber;

  /** Errors tied to no object go to its handler (section 9.3). */
  private final LiveCommunicator self;

  private final BufferedSends bufferedSends;
  private final RequestSets sets;
  private final Map<Long, Optional<Region>> allocated = new ConcurrentHashMap<>();
  private final ErrorCodes errorCodes = new ErrorCodes();
  private @Nullable Thread progressThread;
  private volatile ObjectRules objectRules =
      new ObjectRules(initialObjectFilter(), initialObjectLimits());
  private volatile boolean closed;

  /**
   * A rank of {@code job} on an engine.
   *
   * @param worldContext the same on all ranks; {@link #NO_WORLD} for an environment of sessions
   */
  Environment(Job job, Engine engine, ContextIds ids, long worldContext, String[] args) {
    this.job = job;
    this.engine = engine;
    this.args = args.clone();
    Transport transport = engine.transport();
    this.process = transport.rank();
    this.contexts = new Contexts(ids);
    engine.leaving().contextsOf(ids);
    this.bufferedSends = new BufferedSends(engine);
    this.sets = new RequestSets(engine);
    boolean hasWorld = worldContext != NO_WORLD;
    long selfContext = hasWorld ? ids.self() : ids.take();
    this.worldNumber = hasWorld ? ContextIds.earlierWorlds(worldContext) : Peers.NO_WORLD;
    Peers alone =
        new Peers(engine, new int[] {process}, 1, 0, selfContext, worldNumber, "MPI_COMM_SELF");
    this.world = hasWorld ? world(transport.size(), worldContext) : null;
    this.self = new LiveCommunicator(this, alone, alone.label(), initialErrorHandler());
    if (Setting.PROGRESS_THREAD.isOn()) {
      startProgressThread();
    }
  }

  /**
   * What mpiexec's {@code -initial-errhandler} says (section 11.2.1); the charter's default is to
   * throw.
   */
  private static ErrorHandler initialErrorHandler() {
    return switch (String.valueOf(Setting.INITIAL_ERRHANDLER.text())) {
      case "mpi_errors_are_fatal" -> ErrorHandler.FATAL;
      case "mpi_errors_abort" -> ErrorHandler.ABORT;
      default -> ErrorHandler.RETURN;
    };
  }

  private LiveCommunicator world(int size, long context) {
    Peers all = new Peers(engine, null, size, process, context, worldNumber, "MPI_COMM_WORLD");
    return new LiveCommunicator(this, all, all.label(), initialErrorHandler());
  }

  @Override
  public Communicator world() {
    LiveCommunicator w = world;
    if (w == null) {
      throw self.raise(
          new MpiException(
              ErrorClass.COMM,
              "a session has no world: Mpi.init makes one, or take the group of Session.WORLD"));
    }
    return w;
  }

  /** A session here; {@code atEnd} runs when it is closed. */
  Session session(ErrorHandler errorHandler, Runnable atEnd) {
    requireRunning("session");
    return new LiveSession(this, self, errorHandler, atEnd);
  }

  @Override
  public Session session(Info info, ErrorHandler errorHandler) {
    return session(errorHandler, () -> {});
  }

  @Override
  public Info getHwResourceInfo() {
    return Hardware.info();
  }

  @Override
  public GeneralizedRequest grequestStart(GeneralizedRequest.Callbacks callbacks) {
    requireRunning("grequestStart");
    return LiveGeneralizedRequest.start(self, callbacks);
  }

  @Override
  public Request<Status> bufferIflush() {
    requireRunning("bufferIflush");
    return self.iflush(bufferedSends);
  }

  @Override
  public Communicator self() {
    return self;
  }

  @Override
  public String[] args() {
    return args.clone();
  }

  @Override
  public double wtime() {
    return System.nanoTime() * NANOS;
  }

  @Override
  public double wtick() {
    return NANOS;
  }

  @Override
  public String processorName() {
    return HOST;
  }

  @Override
  public ThreadLevel queryThread() {
    return ThreadLevel.MULTIPLE;
  }

  @Override
  public boolean isThreadMain() {
    return Thread.currentThread() == mainThread;
  }

  @Override
  public boolean isFinalized() {
    return closed;
  }

  @Override
  public MpiAbortException abort(int errorCode) {
    String message = "rank " + process + " called abort(" + errorCode + ")";
    throw job.abort(errorCode, message, null);
  }

  @Override
  public MemorySegment allocMem(long bytes) {
    requireRunning("allocMem");
    if (bytes < 0) {
      throw self.raise(new MpiArgumentException(ErrorClass.ARG, "allocMem of " + bytes + " bytes"));
    }
    MemorySegment[] memory = new MemorySegment[1];
    engine.locked(
        () -> {
          Region region = engine.transport().reserve(bytes);
          MemorySegment view = region == null ? null : engine.transport().map(region);
          if (region != null && view != null) {
            allocated.put(view.address(), Optional.of(region));
            memory[0] = view;
          }
        });
    MemorySegment given = memory[0];
    if (given == null) {
      given = Arena.ofAuto().allocate(bytes, Long.BYTES);
      allocated.put(given.address(), Optional.empty());
    }
    return given;
  }

  @Override
  public void freeMem(MemorySegment memory) {
    Optional<Region> region = memory.isNative() ? allocated.remove(memory.address()) : null;
    if (region == null) {
      throw self.raise(
          new MpiArgumentException(
              ErrorClass.ARG, "freeMem: this memory is not from allocMem, or was freed already"));
    }
    region.ifPresent(its -> engine.locked(() -> engine.transport().release(its)));
  }

  @Override
  public void bufferAttach(MemorySegment buffer) {
    requireRunning("bufferAttach");
    self.handling(() -> bufferedSends.attach(buffer));
  }

  @Override
  public void bufferAttachAutomatic() {
    requireRunning("bufferAttachAutomatic");
    self.handling(bufferedSends::attachAutomatic);
  }

  @Override
  public Optional<MemorySegment> bufferDetach() {
    requireRunning("bufferDetach");
    return self.handling(bufferedSends::detach);
  }

  @Override
  public void bufferFlush() {
    requireRunning("bufferFlush");
    self.handling(bufferedSends::flush);
  }

  @Override
  public void reduceLocal(Buf in, Buf inout, org.purempi.Op op) {
    self.handling(
        () -> {
          CollectiveArguments.reduceLocal(in, inout, op);
          Reductions.apply(op, in, inout);
        });
  }

  private static ObjectInputFilter initialObjectFilter() {
    String pattern = Setting.OBJECT_FILTER.text();
    try {
      return pattern == null ? ObjectCodec.DEFAULT_FILTER : ObjectCodec.filter(pattern);
    } catch (IllegalArgumentException e) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          Setting.OBJECT_FILTER.variable()
              + "="
              + pattern
              + ": "
              + e.getMessage()
              + "; it is a list such as 'com.mine.*;java.net.URI;!org.else.**'");
    }
  }

  private static ObjectLimits initialObjectLimits() {
    String limits = Setting.OBJECT_LIMITS.text();
    try {
      return limits == null ? ObjectLimits.USUAL : ObjectLimits.parse(limits);
    } catch (IllegalArgumentException e) {
      throw new MpiArgumentException(
          ErrorClass.ARG, Setting.OBJECT_LIMITS.variable() + "=" + limits + ": " + e.getMessage());
    }
  }

  @Override
  public void objectFilter(ObjectInputFilter filter) {
    objectRules = new ObjectRules(filter, objectRules.limits());
  }

  @Override
  public byte[] encodeObject(Object value) {
    return self.handling(() -> ObjectCodec.encodeWhole(value));
  }

  @Override
  public <T> T decodeObject(byte[] bytes, Class<T> type) {
    return self.handling(() -> ObjectCodec.decode(List.of(bytes), objectRules, type));
  }

  @Override
  public List<Status> waitAll(List<? extends Request<?>> requests) {
    return sets.waitAll(requests);
  }

  @Override
  public Completed waitAny(List<? extends Request<?>> requests) {
    return sets.waitAny(requests);
  }

  @Override
  public Optional<List<Completed>> waitSome(List<? extends Request<?>> requests) {
    return sets.waitSome(requests);
  }

  @Override
  public Optional<List<Status>> testAll(List<? extends Request<?>> requests) {
    return sets.testAll(requests);
  }

  @Override
  public Optional<Completed> testAny(List<? extends Request<?>> requests) {
    return sets.testAny(requests);
  }

  @Override
  public Optional<List<Completed>> testSome(List<? extends Request<?>> requests) {
    return sets.testSome(requests);
  }

  @Override
  public Optional<List<Status>> getStatusAll(List<? extends Request<?>> requests) {
    return sets.getStatusAll(requests);
  }

  @Override
  public Optional<Completed> getStatusAny(List<? extends Request<?>> requests) {
    return sets.getStatusAny(requests);
  }

  @Override
  public Optional<List<Completed>> getStatusSome(List<? extends Request<?>> requests) {
    return sets.getStatusSome(requests);
  }

  @Override
  public int addErrorClass() {
    return errorCodes.addClass();
  }

  @Override
  public int addErrorCode(int errorClass) {
    return self.handling(() -> errorCodes.addCode(errorClass));
  }

  @Override
  public void addErrorString(int errorCode, String text) {
    self.handling(() -> errorCodes.addString(errorCode, text));
  }

  @Override
  public void removeErrorClass(int errorClass) {
    self.handling(() -> errorCodes.removeClass(errorClass));
  }

  @Override
  public void removeErrorCode(int errorCode) {
    self.handling(() -> errorCodes.removeCode(errorCode));
  }

  @Override
  public void removeErrorString(int errorCode) {
    self.handling(() -> errorCodes.removeString(errorCode));
  }

  @Override
  public int errorClass(int errorCode) {
    return self.handling(() -> errorCodes.classOf(errorCode));
  }

  @Override
  public String errorString(int errorCode) {
    return self.handling(() -> errorCodes.string(errorCode));
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    if (engine.progress().poisoned() == null) {
      // While everything still works (section 11.2.3).
      self.deleteAttributes();
      bufferedSends.flush();
      engine.leaving().finish(worldNumber);
      warnOfUnreceived();
    }
    closed = true;
    stopProgressThread();
    if (world != null) {
      engine.leaving().end(worldNumber);
    }
    job.ended(world != null);
  }

  /** A mistake that stopped nobody: short messages leave whether or not they are received. */
  private void warnOfUnreceived() {
    if (world != null) {
      // In one piece, as other ranks may write at the same time.
      engine
          .leaving()
          .unreceived()
          .in(worldNumber)
          .ifPresent(warning -> System.err.print("purempi: " + warning + System.lineSeparator()));
    }
  }

  // ---- Rank

  @Override
  public Mpi mpi() {
    return this;
  }

  @Override
  public Contexts contexts() {
    return contexts;
  }

  @Override
  public int process() {
    return process;
  }

  @Override
  public int host() {
    return job.host();
  }

  @Override
  public int resource(String type) {
    return Hardware.resource(type);
  }

  @Override
  public int appnum() {
    return job.appnum();
  }

  @Override
  public boolean isAlone() {
    return job.isAlone();
  }

  @Override
  public int universeSize() {
    return job.universeSize();
  }

  @Override
  public int lastUsedCode() {
    return errorCodes.last();
  }

  @Override
  public ObjectRules objectRules() {
    return objectRules;
  }

  @Override
  public BufferedSends bufferedSends() {
    return bufferedSends;
  }

  @Override
  public void requireRunning(String call) {
    if (closed) {
      throw new MpiArgumentException(
          ErrorClass.OTHER, call + " after close(): this rank has ended MPI (MPI_Finalize)");
    }
  }

  @Override
  public synchronized void startProgressThread() {
    if (progressThread == null) {
      progressThread =
          Thread.ofPlatform()
              .daemon()
              .name(PROGRESS_THREAD + process)
              .inheritInheritableThreadLocals(false) // it acts for nobody
              .start(() -> engine.progress().standBy(() -> closed));
    }
  }

  /** The transport may be unmapped after this. */
  private synchronized void stopProgressThread() {
    Thread thread = progressThread;
    if (thread != null) {
      engine.transport().doorbell().ring();
      LockSupport.unpark(thread);
      awaitEnd(thread);
    }
  }

  private static void awaitEnd(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true; // it ends within milliseconds; the flag is kept for the caller
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
