package org.purempi.world;

import java.io.ObjectInputFilter;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datarep;
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
import org.purempi.check.Check;
import org.purempi.collective.CollectiveArguments;
import org.purempi.communicator.BufferedSends;
import org.purempi.communicator.LiveCommunicator;
import org.purempi.communicator.LiveFile;
import org.purempi.context.ContextIds;
import org.purempi.context.Contexts;
import org.purempi.file.FileDefaults;
import org.purempi.layout.ObjectCodec;
import org.purempi.layout.ObjectRules;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Peers;
import org.purempi.recovery.Agreements;
import org.purempi.reduction.Reductions;
import org.purempi.request.LiveGeneralizedRequest;
import org.purempi.setting.Setting;
import org.purempi.tool.Registration;
import org.purempi.transport.Transport;
import org.purempi.watch.OpenCall;
import org.purempi.watch.Watch;
import org.purempi.watch.Watched;
import org.purempi.watch.What;

/** One rank: what {@code Mpi} promises, on an engine of its own. */
final class Environment extends MeetingCalls {
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
  private final AllocatedMemory allocated;
  private final ProgressThread progressThread;
  private final Registration beans;
  private final FileDefaults files = new FileDefaults();
  private volatile ObjectRules objectRules = ObjectSettings.rules();
  private volatile boolean closed;

  /**
   * A rank of {@code job} on an engine.
   *
   * @param worldContext the same on all ranks; {@link #NO_WORLD} for an environment of sessions
   */
  Environment(Job job, Engine engine, ContextIds ids, long worldContext, String[] args) {
    super(job, engine);
    this.job = job;
    this.engine = engine;
    this.args = args.clone();
    Transport transport = engine.transport();
    this.process = transport.rank();
    this.allocated = new AllocatedMemory(engine);
    this.progressThread = new ProgressThread(engine);
    this.contexts = new Contexts(ids);
    engine.leaving().contextsOf(ids);
    this.bufferedSends = new BufferedSends(engine);
    boolean hasWorld = worldContext != NO_WORLD;
    long selfContext = hasWorld ? ids.self() : ids.take();
    this.worldNumber = hasWorld ? ContextIds.earlierWorlds(worldContext) : Peers.NO_WORLD;
    Peers alone =
        new Peers(engine, new int[] {process}, 1, 0, selfContext, worldNumber, "MPI_COMM_SELF");
    this.world = hasWorld ? world(transport.size(), worldContext) : null;
    this.self = new LiveCommunicator(this, alone, alone.label(), initialErrorHandler());
    if (Check.ON) {
      engine.checker().begin(process, this::abort);
      self.isGiven();
      if (world != null) {
        world.isGiven();
        engine.order().gather(world.peers());
      }
    }
    this.beans = Management.of(self);
    if (Setting.PROGRESS_THREAD.isOn()) {
      startProgressThread();
    }
    if (Watch.ON) {
      engine.watch().name("host", HOST, host());
      if (world != null && engine.watch().needsClock()) {
        Watch.silently(() -> Clocks.compare(world, host(), engine.watch()));
      }
    }
    String parentPort = worldNumber == 0 ? job.parentPort() : null;
    if (parentPort != null && world != null) {
      meetParent(parentPort, world);
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
  Session session(Info info, ErrorHandler errorHandler, Runnable atEnd) {
    requireRunning("session");
    return new LiveSession(this, self, info, errorHandler, atEnd);
  }

  @Override
  public Session session(Info info, ErrorHandler errorHandler) {
    return session(info, errorHandler, () -> {});
  }

  @Override
  public FileDefaults files() {
    return files;
  }

  @Override
  public void registerDatarep(String name, Datarep datarep) {
    self.handling(() -> files.register(name, datarep));
  }

  @Override
  public ErrorHandler getFileErrhandler() {
    return files.errorHandler();
  }

  @Override
  public void setFileErrhandler(ErrorHandler handler) {
    files.errorHandler(LiveFile.checked(handler));
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
  public LiveCommunicator self() {
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
    return self.handling(() -> allocated.allocate(bytes));
  }

  @Override
  public void freeMem(MemorySegment memory) {
    self.handling(() -> allocated.free(memory));
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
  public <T> T decodeObject(byte[] bytes, Class<T> type, Set<Class<?>> admitted) {
    return self.handling(
        () -> ObjectCodec.decode(List.of(bytes), objectRules.admitting(admitted), type));
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    OpenCall open = Watch.ON ? watch().enter(What.CLOSE, Watched.NOTHING) : null;
    try {
      end();
    } finally {
      if (Watch.ON) {
        watch().leave(open);
      }
    }
    if (Watch.ON) {
      watch().end();
    }
  }

  private void end() {
    if (engine.progress().poisoned() == null) {
      // While everything still works (section 11.2.3).
      self.deleteAttributes();
      bufferedSends.flush();
      if (Check.ON && world != null) {
        engine.order().tell(world.peers());
      }
      engine.leaving().finish(worldNumber);
      warnOfUnreceived();
      if (Check.ON) {
        engine.checker().leaks().end();
      }
    }
    closed = true;
    progressThread.stop();
    beans.close();
    if (world != null) {
      leaveOthers();
    }
    if (world != null) {
      Agreements.leave(engine);
      engine.leaving().end(worldNumber);
      if (Check.ON && worldNumber == 0 && engine.progress().poisoned() == null) {
        engine.leaving().unreceived().tellOfPending(world.peers());
      }
    }
    job.ended(world != null);
  }

  /** Who hears of this rank's calls. */
  Watch watch() {
    return engine.watch();
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
    return errorCodes().last();
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
  public void startProgressThread() {
    progressThread.start();
  }
}
