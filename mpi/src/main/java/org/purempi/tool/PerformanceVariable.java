package org.purempi.tool;

import static org.purempi.tool.Topic.FAILURES;
import static org.purempi.tool.Topic.JVM;
import static org.purempi.tool.Topic.MESSAGES;
import static org.purempi.tool.Topic.OBJECTS;
import static org.purempi.tool.Topic.QUEUES;
import static org.purempi.tool.Topic.WAITING;
import static org.purempi.tool.VariableClass.AGGREGATE;
import static org.purempi.tool.VariableClass.COUNTER;
import static org.purempi.tool.VariableClass.HIGHWATERMARK;
import static org.purempi.tool.VariableClass.LEVEL;
import static org.purempi.tool.VariableClass.TIMER;

import java.util.Locale;

/**
 * Every performance variable (section 15.3.7): what a rank counts while it works. Where MPICH has a
 * variable for the same, the name is its.
 */
public enum PerformanceVariable {
  EAGER_SENT(MESSAGES, COUNTER, "messages", "Messages sent whole in one frame, unasked."),
  EAGER_SENT_BYTES(MESSAGES, AGGREGATE, "bytes", "Their data."),
  FRAGMENTED_SENT(MESSAGES, COUNTER, "messages", "Messages sent unasked in several frames."),
  FRAGMENTED_SENT_BYTES(MESSAGES, AGGREGATE, "bytes", "Their data."),
  ANNOUNCED_SENT(
      MESSAGES,
      COUNTER,
      "messages",
      "Messages of which only the announcement was sent (rendezvous)."),
  ANNOUNCED_SENT_BYTES(
      MESSAGES, AGGREGATE, "bytes", "Their data, which receivers ask for or read themselves."),
  RECEIVED(MESSAGES, COUNTER, "messages", "Messages that receives have taken."),
  RECEIVED_BYTES(MESSAGES, AGGREGATE, "bytes", "Their data."),
  RENDEZVOUS(
      MESSAGES,
      LEVEL,
      "messages",
      "Messages sent by announcement or synchronously, and not answered."),
  FRAMES(MESSAGES, COUNTER, "frames", "Frames that have arrived."),
  DEFERRED(
      MESSAGES,
      COUNTER,
      "times",
      "Times that something had to wait because a ring or socket was full."),
  COLLECTIVES(
      MESSAGES,
      COUNTER,
      "operations",
      "Collective operations begun; threads that begin some at once may be counted as one."),
  COMMUNICATOR_COLLECTIVES(
      MESSAGES, COUNTER, "operations", "Collective operations begun on a communicator.", true),

  UNEXPECTED(QUEUES, COUNTER, "messages", "Messages that came before a receive for them."),
  UNEXPECTED_RECVQ_LENGTH(QUEUES, LEVEL, "messages", "Messages that no receive has taken."),
  UNEXPECTED_RECVQ_LENGTH_MOST(QUEUES, HIGHWATERMARK, "messages", "The most of them at a time."),
  UNEXPECTED_RECVQ_BUFFER_SIZE(
      QUEUES, LEVEL, "bytes", "Memory that they take, with what each costs beside its data."),
  UNEXPECTED_RECVQ_BUFFER_SIZE_MOST(QUEUES, HIGHWATERMARK, "bytes", "The most of it at a time."),
  POSTED_RECVQ_LENGTH(QUEUES, LEVEL, "receives", "Receives that wait for their messages."),
  UNEXPECTED_RECVQ_MATCH_ATTEMPTS(
      QUEUES, COUNTER, "entries", "Unexpected messages passed in search of a receive's."),
  POSTED_RECVQ_MATCH_ATTEMPTS(
      QUEUES, COUNTER, "entries", "Posted receives passed in search of a message's."),
  COMMUNICATOR_UNEXPECTED_LENGTH(
      QUEUES, LEVEL, "messages", "The program's unexpected messages on a communicator.", true),
  COMMUNICATOR_POSTED_LENGTH(
      QUEUES, LEVEL, "receives", "The program's receives posted on a communicator.", true),

  POLLS(WAITING, COUNTER, "polls", "Looks for frames that have come."),
  SLEEPS(WAITING, COUNTER, "times", "Times that a thread that waits has gone to sleep."),
  SLEEP_TIME(WAITING, TIMER, "ns", "How long threads that wait have slept."),
  WAITERS(WAITING, LEVEL, "threads", "Threads that have waited for long."),

  COMMUNICATORS(OBJECTS, LEVEL, "communicators", "Communicators that are open."),
  WINDOWS(OBJECTS, LEVEL, "windows", "Windows that are open."),
  FILES(OBJECTS, LEVEL, "files", "Files that are open."),
  OPERATIONS(OBJECTS, LEVEL, "operations", "Sends and receives that are under way."),
  PEERS(OBJECTS, LEVEL, "processes", "Processes that this rank has met."),
  SHARED_MEMORY(OBJECTS, LEVEL, "bytes", "Memory that this rank has reserved for others to map."),

  FAILURES_KNOWN(FAILURES, LEVEL, "processes", "Processes known to have failed."),

  JVM_HEAP_USED(JVM, LEVEL, "bytes", "The JVM's heap that is in use."),
  JVM_COLLECTIONS(JVM, COUNTER, "collections", "Garbage collections of the JVM."),
  JVM_COLLECTION_TIME(JVM, TIMER, "ms", "How long they have taken."),
  JVM_COMPILATION_TIME(JVM, TIMER, "ms", "How long the JVM's compilers have worked."),
  JVM_CLASSES(JVM, LEVEL, "classes", "Classes that are loaded.");

  private final Topic topic;
  private final VariableClass kind;
  private final String unit;
  private final String sentence;
  private final boolean isBound;

  PerformanceVariable(Topic topic, VariableClass kind, String unit, String sentence) {
    this(topic, kind, unit, sentence, false);
  }

  PerformanceVariable(
      Topic topic, VariableClass kind, String unit, String sentence, boolean isBound) {
    this.topic = topic;
    this.kind = kind;
    this.unit = unit;
    this.sentence = sentence;
    this.isBound = isBound;
  }

  /** The name by which {@code MPI_T_pvar_get_index} finds it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What it is about. */
  public Topic topic() {
    return topic;
  }

  /** How its values behave. */
  public VariableClass kind() {
    return kind;
  }

  /** What its values count. */
  public String unit() {
    return unit;
  }

  /** What it is, in one sentence. */
  public String sentence() {
    return sentence;
  }

  /** Whether each communicator has one of its own, rather than the rank. */
  public boolean isBound() {
    return isBound;
  }
}
