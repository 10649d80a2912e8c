package org.purempi;

import java.util.List;

/** A communication that can be started again and again with the same arguments (section 3.9). */
public interface PersistentRequest extends Request<Status> {
  /**
   * Starts it ({@code MPI_Start}).
   *
   * @throws MpiArgumentException ({@code REQUEST}) if it is active or freed
   */
  void start();

  /** Starts all, in order ({@code MPI_Startall}). */
  static void startAll(PersistentRequest... requests) {
    startAll(List.of(requests));
  }

  /** Starts all, in order ({@code MPI_Startall}). */
  static void startAll(List<? extends PersistentRequest> requests) {
    for (PersistentRequest r : requests) {
      r.start();
    }
  }
}
