package org.purempi.launch.text;

/** What the user asked for cannot be done; the message is one line that says what to change. */
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Longer messages lose their middle, where a value stands; both ends say what is wrong. */
  private static final int MOST_CHARACTERS = 1500;

  /** What is wrong with a call and what to do, without the name of the command. */
  public UsageException(String message) {
    super(line(message));
  }

  /** The same, with what led to it. */
  public UsageException(String message, Throwable cause) {
    super(line(message), cause);
  }

  /** The same error, of a part that is used here. */
  public static UsageException of(Exception e) {
    return new UsageException(String.valueOf(e.getMessage()), e);
  }

  private static String line(String message) {
    String shown = ShellWords.visible(message);
    int half = MOST_CHARACTERS / 2;
    return shown.length() <= MOST_CHARACTERS
        ? shown
        : shown.substring(0, half) + " … " + shown.substring(shown.length() - half);
  }
}
