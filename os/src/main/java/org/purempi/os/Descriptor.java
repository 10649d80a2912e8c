package org.purempi.os;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/**
 * An open file, pipe or socket that this process inherited under a number, such as the one a
 * process manager names in PMI_FD. Java can open pipes through /proc/self/fd, sockets only like
 * this. Make one only when {@link Native#isAvailable}.
 */
public final class Descriptor implements AutoCloseable {
  private static final int BUFFER_BYTES = 8192;
  private static final long RETRY_NANOS = 1_000_000;

  private final int number;

  /** The descriptor {@code number}, which must be open; it is this object's to close. */
  public Descriptor(int number) {
    if (!Native.isAvailable()) {
      throw new IllegalStateException(
          "descriptor "
              + number
              + " needs native access: add --enable-native-access=org.purempi.os (module path) or"
              + " --enable-native-access=ALL-UNNAMED (class path)");
    }
    this.number = number;
  }

  /** What arrives on it; reading blocks, closing the stream closes the descriptor. */
  public InputStream input() {
    return new Input();
  }

  /** Writes to it, unbuffered; closing the stream closes the descriptor. */
  public OutputStream output() {
    return new Output();
  }

  /** Gives the descriptor back to the system. */
  @Override
  public void close() throws IOException {
    long answer = Syscall.answer(Syscall.NUMBERS.close, number, 0, 0, 0);
    if (answer < 0) {
      throw failed("close", answer);
    }
  }

  /** Reads or writes until it is neither interrupted nor told to come again. */
  private long transfer(String what, long call, MemorySegment buffer, long bytes)
      throws IOException {
    while (true) {
      long answer = Syscall.answer(call, number, buffer.address(), bytes, 0);
      if (answer >= 0) {
        return answer;
      }
      if (answer == -Syscall.EAGAIN) {
        LockSupport.parkNanos(RETRY_NANOS);
      } else if (answer != -Syscall.EINTR) {
        throw failed(what, answer);
      }
    }
  }

  private IOException failed(String what, long answer) {
    return new IOException(
        "cannot " + what + " file descriptor " + number + ": error number " + -answer);
  }

  private final class Input extends InputStream {
    private final MemorySegment buffer = Arena.ofAuto().allocate(BUFFER_BYTES);

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, target.length);
      if (length == 0) {
        return 0;
      }
      int most = Math.min(length, BUFFER_BYTES);
      int bytes = (int) transfer("read", Syscall.NUMBERS.read, buffer, most);
      if (bytes == 0) {
        return -1;
      }
      MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, target, offset, bytes);
      return bytes;
    }

    @Override
    public void close() throws IOException {
      Descriptor.this.close();
    }
  }

  private final class Output extends OutputStream {
    private final MemorySegment buffer = Arena.ofAuto().allocate(BUFFER_BYTES);

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, source.length);
      int done = 0;
      while (done < length) {
        int part = Math.min(length - done, BUFFER_BYTES);
        MemorySegment.copy(source, offset + done, buffer, ValueLayout.JAVA_BYTE, 0, part);
        done += (int) transfer("write to", Syscall.NUMBERS.write, buffer, part);
      }
    }

    @Override
    public void close() throws IOException {
      Descriptor.this.close();
    }
  }
}
