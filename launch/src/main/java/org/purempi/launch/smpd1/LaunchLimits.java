package org.purempi.launch.smpd1;

/** How long the parts of a {@code launch} may be for the original, which has fixed buffers. */
enum LaunchLimits {
  COMMAND(2048, "the command line"),
  ENVIRONMENT(4096, "the variables set by -env and its kin"),
  DIRECTORY(1024, "the working directory"),
  PATH(1024, "the program's directory");

  private final int bytes;
  private final String what;

  LaunchLimits(int bytes, String what) {
    this.bytes = bytes;
    this.what = what;
  }

  /** The bytes that fit beside a value; negative if it does not fit itself. */
  int room(String value) {
    return bytes - 1 - value.length();
  }

  /** Refuses what is too long. */
  void check(String value) throws Smpd1Exception {
    if (room(value) < 0) {
      throw new Smpd1Exception(
          "%s would have %d bytes; smpd takes %d".formatted(what, value.length(), bytes - 1));
    }
  }
}
