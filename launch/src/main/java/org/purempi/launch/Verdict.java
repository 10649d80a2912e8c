package org.purempi.launch;

import org.jspecify.annotations.Nullable;

/**
 * Why a job ended before its time, or what failed in it.
 *
 * @param culprit the rank whose doing it was, or null
 * @param exitCode what mpiexec exits with
 * @param cause in words
 */
record Verdict(@Nullable Integer culprit, int exitCode, String cause) {
  private static final int CODE_MASK = 0xff;

  /** The exit code as the system can carry it; a failure never turns into success. */
  static int systemCode(int code) {
    int carried = code & CODE_MASK;
    return carried == 0 && code != 0 ? 1 : carried;
  }
}
