package org.purempi.launch.system;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.Charset;

/**
 * The standard streams of mpiexec, or what a test has in their place.
 *
 * @param in what ranks read; closed at the end of the job
 * @param out takes every byte at once
 * @param err the same for standard error
 * @param charset of what mpiexec says itself
 * @param isInTerminal whether somebody types what is read
 * @param isOutTerminal whether somebody sees what is written
 */
public record StandardStreams(
    ReadableByteChannel in,
    OutputStream out,
    OutputStream err,
    Charset charset,
    boolean isInTerminal,
    boolean isOutTerminal) {
  private static final String TERMINAL = "purempi.launch.terminal.";

  /** Those of this process; the script that starts us knows which are terminals. */
  public static StandardStreams ofThisProcess() {
    return new StandardStreams(
        new FileInputStream(FileDescriptor.in).getChannel(),
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        System.out.charset(),
        isThisProcessAsked(),
        Boolean.getBoolean(TERMINAL + "out"));
  }

  /** Whether the standard input of this process is a terminal. */
  public static boolean isThisProcessAsked() {
    return Boolean.getBoolean(TERMINAL + "in");
  }
}
