package org.purempi.os.fast;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.purempi.os.Native;
import org.purempi.os.Syscall;
import org.purempi.setting.Setting;

/**
 * The socket of a connected channel, which reads and writes memory of any kind, arrays on the heap
 * included; the channel itself would copy those to a buffer first. Linux only. Like the channel of
 * one thread at a time; not to be used once the channel is closed, for its descriptor is the
 * channel's.
 */
public final class DirectSocket {
  private static final Readiness READINESS =
      new Readiness(
          Native.isAvailable() && Setting.DIRECT_SOCKET.isOn(), () -> Calls.RECEIVE != null);

  /**
   * The most that one call moves: no collection of this process can begin meanwhile, so it must not
   * take long. One call of 1 MiB takes about half the time of four calls of 256 KiB
   * (docs/decisions/tcp.md).
   */
  public static final int MOST_BYTES = 1 << 20;

  /** Among more descriptors than this none is looked for. */
  private static final int MOST_DESCRIPTORS = 1024;

  private static final File DESCRIPTORS = new File("/proc/self/fd");

  private static final int DONT_WAIT = 0x40;
  private static final int NO_SIGNAL = 0x4000;
  private static final int MORE_FOLLOWS = 0x8000;

  private final int descriptor;
  private final MemorySegment state = Arena.ofAuto().allocate(Calls.STATE);

  private DirectSocket(int descriptor) {
    this.descriptor = descriptor;
  }

  /** Whether sockets can be had now; if not, begins to make it so on another thread. */
  public static boolean isReady() {
    return READINESS.get();
  }

  /** Whether {@link #isReady} may still change its answer. */
  public static boolean isPending() {
    return READINESS.isPending();
  }

  /** The socket of a channel; null if it cannot be told which it is. Only when {@link #isReady}. */
  public static @Nullable DirectSocket of(SocketChannel channel) throws IOException {
    String[] numbers = DESCRIPTORS.list();
    if (numbers == null || numbers.length > MOST_DESCRIPTORS) {
      return null;
    }
    var local = channel.getLocalAddress();
    var remote = channel.getRemoteAddress();
    for (String number : numbers) {
      int descriptor = Integer.parseInt(number);
      if (remote.equals(Calls.address(Syscall.NUMBERS.peerName, descriptor))
          && local.equals(Calls.address(Syscall.NUMBERS.socketName, descriptor))) {
        return new DirectSocket(descriptor);
      }
    }
    return null;
  }

  /**
   * Reads what is there, at most {@code bytes} bytes and at least one, to {@code to} at {@code
   * offset}; without waiting.
   *
   * @return how many; 0 if nothing is there, −1 at the end
   * @throws SocketException when the connection broke
   */
  public int read(MemorySegment to, long offset, int bytes) throws IOException {
    MemorySegment part = to.asSlice(offset, Math.min(bytes, MOST_BYTES));
    long done;
    try {
      done = (long) Calls.RECEIVE.invokeExact(state, descriptor, part, part.byteSize(), DONT_WAIT);
    } catch (Throwable e) {
      throw MachineCode.thrown(e);
    }
    return done > 0 ? (int) done : done == 0 ? -1 : complain();
  }

  /**
   * Writes as much as there is room for, at most {@code bytes} bytes from {@code offset}, and at
   * most {@link #MOST_BYTES}.
   *
   * @param isMoreToCome whether more follows at once, which should travel together with this
   * @return how many; 0 if there is no room
   * @throws SocketException when the connection broke
   */
  public int write(MemorySegment from, long offset, int bytes, boolean isMoreToCome)
      throws IOException {
    MemorySegment part = from.asSlice(offset, Math.min(bytes, MOST_BYTES));
    boolean isMore = isMoreToCome || bytes > MOST_BYTES;
    int flags = DONT_WAIT | NO_SIGNAL | (isMore ? MORE_FOLLOWS : 0);
    long done;
    try {
      done = (long) Calls.SEND.invokeExact(state, descriptor, part, part.byteSize(), flags);
    } catch (Throwable e) {
      throw MachineCode.thrown(e);
    }
    return done >= 0 ? (int) done : complain();
  }

  /** Nothing, if the call may be made again. */
  private int complain() throws SocketException {
    int error = state.get(JAVA_INT, Calls.ERROR_AT);
    if (error == Syscall.EAGAIN || error == Syscall.EINTR) {
      return 0;
    }
    // In the words of Java's own channels, which are the C library's.
    throw new SocketException(
        switch (error) {
          case 32 -> "Broken pipe";
          case 101 -> "Network is unreachable";
          case 104 -> "Connection reset by peer";
          case 110 -> "Connection timed out";
          case 113 -> "No route to host";
          default -> "error number " + error;
        });
  }

  /** The functions of the C library; bound when this class is first used. */
  private static final class Calls {
    static final StructLayout STATE = Linker.Option.captureStateLayout();
    static final long ERROR_AT = STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

    private static final FunctionDescriptor TRANSFER =
        FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);

    // Critical: they take arrays, which then stay where they are.
    private static final Linker.Option[] WITH_ARRAYS = {
      Linker.Option.critical(true), Linker.Option.captureCallState("errno")
    };

    static final MethodHandle RECEIVE = handle("recv", TRANSFER, WITH_ARRAYS);
    static final MethodHandle SEND = handle("send", TRANSFER, WITH_ARRAYS);

    /** A {@code sockaddr}: family, port (big-endian), and where IPv4 and IPv6 have the address. */
    private static final int SOCKADDR_BYTES = 128;

    private static final int PORT_AT = 2;
    private static final short IPV4 = 2;
    private static final int IPV4_AT = 4;
    private static final int IPV4_BYTES = 4;
    private static final short IPV6 = 10;
    private static final int IPV6_AT = 8;
    private static final int IPV6_BYTES = 16;

    @SuppressWarnings("restricted")
    private static MethodHandle handle(
        String name, FunctionDescriptor descriptor, Linker.Option... options) {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor, options);
    }

    /** One end of a socket; null if the descriptor is none, or not of the internet. */
    static @Nullable InetSocketAddress address(long call, int descriptor) throws IOException {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment address = arena.allocate(SOCKADDR_BYTES, Long.BYTES);
        MemorySegment length = arena.allocateFrom(JAVA_INT, SOCKADDR_BYTES);
        if (Syscall.call(call, descriptor, address.address(), length.address(), 0) != 0) {
          return null;
        }
        return switch (address.get(JAVA_SHORT_UNALIGNED, 0)) {
          case IPV4 -> end(address, IPV4_AT, IPV4_BYTES);
          case IPV6 -> end(address, IPV6_AT, IPV6_BYTES);
          default -> null;
        };
      }
    }

    private static InetSocketAddress end(MemorySegment address, int at, int bytes)
        throws IOException {
      var bigEndian = JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
      int port = Short.toUnsignedInt(address.get(bigEndian, PORT_AT));
      byte[] raw = address.asSlice(at, bytes).toArray(JAVA_BYTE);
      return new InetSocketAddress(InetAddress.getByAddress(raw), port);
    }
  }
}
