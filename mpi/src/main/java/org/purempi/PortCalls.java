package org.purempi;

import java.nio.channels.SocketChannel;
import java.util.Optional;

/** Where processes of different worlds find each other (sections 11.8 to 11.10). */
public interface PortCalls {
  /**
   * Opens a port, at which other worlds can {@link DynamicProcesses#connect connect} ({@code
   * MPI_Open_port}, section 11.9.2). Its name is all that they need, and nobody can connect without
   * it: pass it on as you would a key.
   *
   * @return less than 256 characters, without blanks
   */
  String openPort();

  /** As above; no hint is known ({@code MPI_Open_port}). */
  default String openPort(Info info) {
    return openPort();
  }

  /**
   * Closes a port: whoever waits there gets an error ({@code MPI_Close_port}, section 11.9.2).
   * Closing it again does nothing.
   *
   * @throws MpiArgumentException ({@code PORT}) if this process has not opened it
   */
  void closePort(String portName);

  /**
   * Makes a port known by a name ({@code MPI_Publish_name}, section 11.9.4), to all worlds of the
   * same launcher, or of all that share a name server ({@code mpiexec -nameserver}).
   *
   * @throws MpiException ({@code NAME}) if the name is in use, or cannot be kept
   */
  void publishName(String service, String portName);

  /** As above; no hint is known ({@code MPI_Publish_name}). */
  default void publishName(String service, Info info, String portName) {
    publishName(service, portName);
  }

  /**
   * Takes a name back ({@code MPI_Unpublish_name}, section 11.9.4).
   *
   * @throws MpiException ({@code SERVICE}) if it was not published, or by another job
   */
  void unpublishName(String service, String portName);

  /** As above; no hint is known ({@code MPI_Unpublish_name}). */
  default void unpublishName(String service, Info info, String portName) {
    unpublishName(service, portName);
  }

  /**
   * The port that was published under a name ({@code MPI_Lookup_name}, section 11.9.4).
   *
   * @throws MpiException ({@code NAME}) if there is none
   */
  String lookupName(String service);

  /** As above; no hint is known ({@code MPI_Lookup_name}). */
  default String lookupName(String service, Info info) {
    return lookupName(service);
  }

  /**
   * The world that has spawned this one; empty if there is none, or if it has been disconnected
   * ({@code MPI_Comm_get_parent}, section 11.8.2). The same object each time.
   */
  Optional<Intercommunicator> getParent();

  /**
   * Meets the process at the other end of a connection, which calls this too ({@code
   * MPI_Comm_join}, section 11.10.4). The connection may be used again afterwards; it is in
   * blocking mode then. What goes over it here is not encrypted: who could read it could join.
   *
   * @param channel connected, with nothing under way
   */
  Intercommunicator join(SocketChannel channel);
}
