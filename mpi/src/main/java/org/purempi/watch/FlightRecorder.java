package org.purempi.watch;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Tells the flight recorder of calls: an event for each family. */
final class FlightRecorder implements Listener {
  /** What every event has. */
  @Category("MPI")
  @Enabled
  @StackTrace
  @SuppressWarnings("UnusedVariable") // read by the flight recorder
  private abstract static class CallEvent extends Event {
    @Label("Call")
    String call = "";

    @Label("Rank")
    int rank;

    @Label("Communicator, window or file")
    String scope = "";

    @Label("Peer")
    @Description("The other rank in the scope; of a collective operation its root")
    int peer;

    @Label("Tag")
    int tag;

    @Label("Bytes")
    @DataAmount
    long bytes;
  }

  @Name("org.purempi.Send")
  @Label("Send")
  private static final class Send extends CallEvent {}

  @Name("org.purempi.Receive")
  @Label("Receive")
  private static final class Receive extends CallEvent {}

  @Name("org.purempi.Wait")
  @Label("Wait or test")
  private static final class Wait extends CallEvent {}

  @Name("org.purempi.Collective")
  @Label("Collective operation")
  private static final class Collective extends CallEvent {}

  @Name("org.purempi.OneSided")
  @Label("One-sided operation")
  private static final class OneSided extends CallEvent {}

  @Name("org.purempi.File")
  @Label("File operation")
  private static final class FileOperation extends CallEvent {}

  @Name("org.purempi.Other")
  @Label("Other call")
  private static final class Other extends CallEvent {}

  @Override
  public void entered(OpenCall call) {
    CallEvent event =
        switch (call.what.family()) {
          case SEND, SENT -> new Send();
          case RECEIVE, EXCHANGE, PROBE, RECEIVED -> new Receive();
          case WAIT -> new Wait();
          case ALL_TO_ALL, FROM_ROOT, TO_ROOT, PREFIX -> new Collective();
          case ACCESS, EPOCH -> new OneSided();
          case FILE, FILE_TOGETHER -> new FileOperation();
          case STARTED, MAKING, OTHER -> new Other();
        };
    event.begin();
    call.event = event;
  }

  @Override
  public void left(OpenCall call) {
    if (call.event instanceof CallEvent event && event.shouldCommit()) {
      event.call = call.name();
      event.rank = call.rank();
      event.scope = call.scope();
      event.peer = call.peer();
      event.tag = call.tag();
      event.bytes = call.bytes();
      event.commit();
    }
  }
}
