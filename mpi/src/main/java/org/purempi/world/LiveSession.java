package org.purempi.world;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Group;
import org.purempi.Info;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Request;
import org.purempi.Session;
import org.purempi.Status;
import org.purempi.collective.Collective;
import org.purempi.communicator.BufferedSends;
import org.purempi.communicator.LiveCommunicator;
import org.purempi.communicator.LiveIntercommunicator;
import org.purempi.communicator.MemoryKinds;
import org.purempi.communicator.Rank;
import org.purempi.context.Bridge;
import org.purempi.context.Contexts;
import org.purempi.file.FileDefaults;
import org.purempi.layout.ObjectRules;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Peers;
import org.purempi.spawn.Launcher;
import org.purempi.spawn.Ports;

/**
 * A session of a rank (section 11.3). It is the home of the communicators that are made in it: they
 * use its buffer space, and end with it.
 */
final class LiveSession implements Session, Rank {
  private static final List<String> PSETS = List.of(WORLD, SELF);

  private final Info hints;
  private final Rank home;
  private final LiveCommunicator self;
  private final Engine engine;
  private final Runnable atEnd;
  private final Peers everyone;
  private final BufferedSends bufferedSends;
  private volatile boolean closed;

  /**
   * A session at a rank's environment.
   *
   * @param info which may ask for kinds of memory
   * @param self the rank alone: errors that belong to no communicator are treated there
   * @param atEnd what is left to do when it is closed
   */
  LiveSession(
      Rank home, LiveCommunicator self, Info info, ErrorHandler errorHandler, Runnable atEnd) {
    this.hints =
        Info.of("thread_level", "MPI_THREAD_MULTIPLE")
            .with(MemoryKinds.KEY, MemoryKinds.granted(info.get(MemoryKinds.KEY).orElse(null)));
    this.home = home;
    this.engine = self.peers().engine();
    this.self = new LiveCommunicator(this, self.peers(), "", errorHandler);
    this.self.isGiven();
    this.atEnd = atEnd;
    this.everyone = Contexts.everyone(engine);
    this.bufferedSends = new BufferedSends(engine);
  }

  private <T> T handling(Supplier<T> call) {
    requireRunning("a session's call");
    return self.handling(call);
  }

  @Override
  public Info getInfo() {
    return hints;
  }

  @Override
  public Info initialHints() {
    return Info.of(MemoryKinds.KEY, hints.get(MemoryKinds.KEY).orElse(""));
  }

  @Override
  public int getNumPsets() {
    return PSETS.size();
  }

  @Override
  public String getNthPset(int n) {
    if (n < 0 || n >= PSETS.size()) {
      throw self.raise(
          new MpiArgumentException(
              ErrorClass.ARG, "getNthPset: there are sets 0 … " + (PSETS.size() - 1)));
    }
    return PSETS.get(n);
  }

  @Override
  public Info getPsetInfo(String psetName) {
    return Info.of("mpi_size", Integer.toString(groupFromPset(psetName).size()));
  }

  @Override
  public Group groupFromPset(String psetName) {
    return handling(
        () ->
            switch (psetName) {
              case WORLD ->
                  Group.ofProcesses(LongStream.range(0, everyone.size()).toArray(), process());
              case SELF -> Group.ofProcesses(new long[] {process()}, process());
              default ->
                  throw new MpiArgumentException(
                      ErrorClass.ARG,
                      "there is no process set " + psetName + "; there are " + PSETS);
            });
  }

  @Override
  public Communicator commCreateFromGroup(
      Group group, String stringtag, Info info, ErrorHandler errorHandler) {
    return handling(
        () -> {
          Peers made = ofGroup(group, stringtag);
          LiveCommunicator c = new LiveCommunicator(this, made, "", errorHandler);
          c.setInfo(info);
          return c;
        });
  }

  private Peers ofGroup(Group group, String stringtag) {
    if (group.rank() == Mpi.UNDEFINED) {
      throw new MpiArgumentException(
          ErrorClass.GROUP, "this process is not in the group: only its processes call");
    }
    int[] processes = processes(group);
    String label = "group " + stringtag;
    Peers made = contexts().createGroup(everyone, processes, tag(stringtag, group), label);
    return Objects.requireNonNull(made);
  }

  private static void requireLeader(String name, int leader, Group group) {
    if (leader < 0 || leader >= group.size()) {
      throw new MpiArgumentException(
          ErrorClass.RANK,
          "intercommCreateFromGroups: %s is %d, but its group has %d processes"
              .formatted(name, leader, group.size()));
    }
  }

  private static int[] processes(Group group) {
    return java.util.Arrays.stream(group.processes()).mapToInt(Math::toIntExact).toArray();
  }

  /**
   * Tells calls at the same time apart: a checksum of word and group, so that one in two thousand
   * million pairs of such calls, with a leader and a member in common, would be mistaken.
   */
  private static int tag(String stringtag, Group group) {
    var sum = new CRC32C();
    sum.update(stringtag.getBytes(StandardCharsets.UTF_8));
    for (long process : group.processes()) {
      sum.update(ByteBuffer.allocate(Long.BYTES).putLong(0, process));
    }
    return (int) sum.getValue() & Integer.MAX_VALUE;
  }

  @Override
  public Intercommunicator intercommCreateFromGroups(
      Group localGroup,
      int localLeader,
      Group remoteGroup,
      int remoteLeader,
      String stringtag,
      Info info,
      ErrorHandler errorHandler) {
    return handling(
        () -> {
          requireLeader("localLeader", localLeader, localGroup);
          requireLeader("remoteLeader", remoteLeader, remoteGroup);
          int[] remote = processes(remoteGroup);
          Peers local = ofGroup(localGroup, stringtag + " (local)");
          Bridge bridge =
              Objects.requireNonNull( // a session knows the processes of its own job only
                  contexts()
                      .bridge(
                          local,
                          new Collective(local),
                          localLeader,
                          everyone,
                          remote[remoteLeader],
                          tag(stringtag, Group.EMPTY),
                          "groups " + stringtag));
          var made = new LiveIntercommunicator(this, bridge, errorHandler);
          made.setInfo(info);
          return made;
        });
  }

  @Override
  public void setErrhandler(ErrorHandler handler) {
    self.setErrhandler(handler);
  }

  @Override
  public ErrorHandler getErrhandler() {
    return self.getErrhandler();
  }

  @Override
  public void callErrhandler(RuntimeException error) {
    throw self.raise(error);
  }

  @Override
  public void attachBuffer(MemorySegment buffer) {
    handling(
        () -> {
          bufferedSends.attach(buffer);
          return buffer;
        });
  }

  @Override
  public void attachBufferAutomatic() {
    handling(
        () -> {
          bufferedSends.attachAutomatic();
          return bufferedSends;
        });
  }

  @Override
  public Optional<MemorySegment> detachBuffer() {
    return handling(bufferedSends::detach);
  }

  @Override
  public void flushBuffer() {
    requireRunning("flushBuffer");
    bufferedSends.flush();
  }

  @Override
  public Request<Status> iflushBuffer() {
    return handling(() -> self.iflush(bufferedSends));
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    if (engine.progress().poisoned() == null) {
      bufferedSends.flush();
      engine.leaving().finish(Peers.NO_WORLD);
    }
    closed = true;
    atEnd.run();
  }

  // ---- Rank

  @Override
  public Mpi mpi() {
    return home.mpi();
  }

  @Override
  public Contexts contexts() {
    return home.contexts();
  }

  @Override
  public int process() {
    return home.process();
  }

  @Override
  public int host() {
    return home.host();
  }

  @Override
  public int resource(String type) {
    return home.resource(type);
  }

  @Override
  public int appnum() {
    return home.appnum();
  }

  @Override
  public boolean isAlone() {
    return home.isAlone();
  }

  @Override
  public int universeSize() {
    return home.universeSize();
  }

  @Override
  public int lastUsedCode() {
    return home.lastUsedCode();
  }

  @Override
  public ObjectRules objectRules() {
    return home.objectRules();
  }

  @Override
  public FileDefaults files() {
    return home.files();
  }

  /** The session's space, or else the process's. */
  @Override
  public BufferedSends bufferedSends() {
    return bufferedSends.isAttached() ? bufferedSends : home.bufferedSends();
  }

  @Override
  public void requireRunning(String call) {
    if (closed) {
      throw new MpiArgumentException(ErrorClass.SESSION, call + " after the session was closed");
    }
  }

  @Override
  public Ports ports() {
    return home.ports();
  }

  @Override
  public @Nullable Launcher launcher() {
    return home.launcher();
  }

  @Override
  public void startProgressThread() {
    home.startProgressThread();
  }
}
