package org.purempi.tool;

import java.util.List;
import java.util.Locale;

/**
 * Every kind of event (section 15.3.8): what tools can hear of when it happens. Values are numbers;
 * a context tells communicators of a rank apart, and its lowest two bits whether the program (0), a
 * collective operation or the making of a communicator is at work.
 */
public enum EventType {
  /** A message has come before a receive for it. */
  UNEXPECTED_MESSAGE(
      Topic.QUEUES,
      "A message has come before a receive for it.",
      "context",
      "source",
      "tag",
      "bytes"),
  /** A message has been announced to its receiver, which is to ask for it. */
  RENDEZVOUS_BEGUN(
      Topic.MESSAGES,
      "A message has been announced to its receiver, which is to ask for it.",
      "context",
      "process",
      "tag",
      "bytes"),
  /** A process is known to have failed. */
  RANK_FAILED(Topic.FAILURES, "A process is known to have failed.", "process"),
  /** A communicator has been made. */
  COMMUNICATOR_CREATED(Topic.OBJECTS, "A communicator has been made.", "context", "ranks"),
  /** A communicator has been freed. */
  COMMUNICATOR_FREED(Topic.OBJECTS, "A communicator has been freed.", "context", "ranks");

  private final Topic topic;
  private final String sentence;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> elements;

  EventType(Topic topic, String sentence, String... elements) {
    this.topic = topic;
    this.sentence = sentence;
    this.elements = List.of(elements);
  }

  /** The name by which {@code MPI_T_event_get_index} finds it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What it is about. */
  public Topic topic() {
    return topic;
  }

  /** What has happened, in one sentence. */
  public String sentence() {
    return sentence;
  }

  /** The names of its values, in their order. */
  public List<String> elements() {
    return elements;
  }
}
