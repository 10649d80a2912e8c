package org.purempi.world;

import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.Intercommunicator;
import org.purempi.MpiException;
import org.purempi.communicator.LiveCommunicator;
import org.purempi.communicator.LiveIntercommunicator;
import org.purempi.communicator.Rank;
import org.purempi.pmi.PmiException;
import org.purempi.pmi.PmiNamesException;
import org.purempi.protocol.Engine;
import org.purempi.spawn.Launcher;
import org.purempi.spawn.Ports;

/** Ports, names, and the world that has spawned this one (sections 11.8 to 11.10). */
abstract class MeetingCalls extends RequestCalls implements Rank {
  private static final String PARENT = "MPI_COMM_PARENT";

  private final Ports ports;
  private final @Nullable Launcher launcher;
  private @Nullable LiveIntercommunicator parent;

  MeetingCalls(Job job, Engine engine) {
    super(engine);
    this.ports = engine.room(Ports.class, its -> Ports.of(its, job::origin));
    this.launcher = job.launcher();
  }

  @Override
  public final Ports ports() {
    return ports;
  }

  @Override
  public final @Nullable Launcher launcher() {
    return launcher;
  }

  /** The rank has ended its world: it is reached by no other any more. */
  final void leaveOthers() {
    ports.closeAll();
    ports.links().close();
  }

  @Override
  public final String openPort() {
    requireRunning("openPort");
    return self().handling(ports::open);
  }

  @Override
  public final void closePort(String portName) {
    requireRunning("closePort");
    self().handling(() -> ports.close(portName));
  }

  private interface Question<T> {
    T ask(Launcher launcher) throws PmiException;
  }

  /**
   * Asks those who keep names.
   *
   * @param trouble the class of the error when they cannot say yes or no
   */
  private <T> T ask(String call, ErrorClass trouble, Question<T> question) {
    requireRunning(call);
    return self()
        .handling(
            () -> {
              Launcher its = launcher;
              if (its == null) {
                throw new MpiException(
                    ErrorClass.NAME,
                    call + ": nobody keeps names here: start the program by mpiexec");
              }
              try {
                return question.ask(its);
              } catch (PmiNamesException e) {
                throw new MpiException(trouble, call + ": " + e.getMessage(), e);
              } catch (PmiException e) {
                throw new MpiException(
                    ErrorClass.OTHER,
                    call + ": the launcher does not answer: " + e.getMessage(),
                    e);
              }
            });
  }

  @Override
  public final void publishName(String service, String portName) {
    boolean isNew = ask("publishName", ErrorClass.NAME, its -> its.publish(service, portName));
    if (!isNew) {
      throw self()
          .raise(
              new MpiException(
                  ErrorClass.NAME, "publishName: the name '" + service + "' is in use"));
    }
  }

  @Override
  public final void unpublishName(String service, String portName) {
    boolean wasThere = ask("unpublishName", ErrorClass.SERVICE, its -> its.unpublish(service));
    if (!wasThere) {
      throw self()
          .raise(
              new MpiException(
                  ErrorClass.SERVICE,
                  "unpublishName: the name '" + service + "' has not been published"));
    }
  }

  @Override
  public final String lookupName(String service) {
    return ask("lookupName", ErrorClass.NAME, its -> its.lookup(service))
        .orElseThrow(
            () ->
                self()
                    .raise(
                        new MpiException(
                            ErrorClass.NAME,
                            "lookupName: nobody has published the name '" + service + "'")));
  }

  @Override
  public final Optional<Intercommunicator> getParent() {
    LiveIntercommunicator its = parent;
    return its == null || its.isOver() ? Optional.empty() : Optional.of(its);
  }

  /** Goes to the world that has spawned this one and waits at a port; collective. */
  final void meetParent(String port, LiveCommunicator world) {
    LiveIntercommunicator made = world.meet(port, PARENT);
    made.setName(PARENT);
    parent = made;
  }

  @Override
  public final Intercommunicator join(SocketChannel channel) {
    requireRunning("join");
    return self().join(channel);
  }
}
