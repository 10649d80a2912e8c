package org.purempi.tool;

/** What performance variables and events are about: each a category (section 15.3.9). */
public enum Topic {
  /** What is sent and received. */
  MESSAGES("Messages and collective operations"),
  /** Where messages and receives meet. */
  QUEUES("Unexpected messages and posted receives"),
  /** What ranks do while they have to wait. */
  WAITING("Polling and sleeping"),
  /** What the program has made and not freed. */
  OBJECTS("Communicators, windows, files and memory"),
  /** Ranks that have failed. */
  FAILURES("Failures"),
  /** The JVM of the process, which ranks may share. */
  JVM("What the JVM counts");

  private final String title;

  Topic(String title) {
    this.title = title;
  }

  /** The category's description. */
  public String title() {
    return title;
  }
}
