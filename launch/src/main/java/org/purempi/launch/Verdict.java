package org.purempi.launch;

import org.jspecify.annotations.Nullable;

/**
 * Why a job ended before its time, or what failed in it.
 *
 * @param culprit the rank whose doing it was, or null
 * @param exitCode what mpiexec exits with
 * @param cause in words
 */
public record Verdict(@Nullable Integer culprit, int exitCode, String cause) {}
