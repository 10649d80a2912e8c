package org.purempi.launch;

import java.util.Map;
import org.purempi.launch.program.AppContext;
import org.purempi.launch.program.Command;
import org.purempi.launch.site.Event;

/** What may spawn, and be connected with others: a job, or a program that runs by itself. */
interface World {
  /** The name of its key-value space. */
  String kvsName();

  /** How many of its ranks are on a host of that name. */
  Map<String, Integer> ranksByHost();

  /** The name of a rank. */
  String name(int rank);

  /** The program that a rank runs. */
  AppContext program(int rank);

  /** What a rank executes. */
  Command command(int rank);

  /** Something has happened to it; must not block. */
  void happened(Event event);
}
