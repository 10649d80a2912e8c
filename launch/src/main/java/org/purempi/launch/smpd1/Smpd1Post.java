package org.purempi.launch.smpd1;

import java.io.IOException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Who a manager is, and what it works with.
 *
 * @param id its number
 * @param calls how it calls those below it
 * @param names names of key-value spaces, each another one
 * @param processes makes who starts processes
 */
record Smpd1Post(
    int id,
    Calls calls,
    Supplier<String> names,
    Function<Smpd1Processes.Listener, Smpd1Processes> processes) {
  /** Calls a manager below. */
  interface Calls {
    /** An open connection with the manager of that number on a host. */
    Smpd1Client.Line manager(String host, int id, int parent) throws IOException;
  }
}
