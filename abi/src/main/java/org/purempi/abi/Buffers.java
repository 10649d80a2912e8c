package org.purempi.abi;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Session;

/** Memory for buffered sends: of the process, a communicator, a session (section 3.6). */
final class Buffers {

  private Buffers() {}

  private static boolean isAutomatic(long buffer) {
    return buffer == Constants.BUFFER_AUTOMATIC;
  }

  @SuppressWarnings("restricted")
  private static MemorySegment memory(long buffer, long bytes) {
    if (bytes < 0) {
      throw new MpiArgumentException(ErrorClass.ARG, "a buffer of " + bytes + " bytes");
    }
    if (buffer == 0 && bytes > 0) {
      throw new MpiArgumentException(
          ErrorClass.BUFFER, "the buffer is NULL, but its size is " + bytes);
    }
    return MemorySegment.ofAddress(buffer).reinterpret(bytes);
  }

  private static void give(Optional<MemorySegment> memory, long address, Numbers bytes) {
    if (memory.isEmpty()) {
      Native.putLong(address, Constants.BUFFER_AUTOMATIC);
      bytes.set(0);
    } else {
      Native.putLong(address, memory.get().address());
      bytes.set(memory.get().byteSize());
    }
  }

  static void bufferAttach(long buffer, long bytes) {
    Mpi mpi = Program.mpi();
    if (isAutomatic(buffer)) {
      mpi.bufferAttachAutomatic();
    } else {
      mpi.bufferAttach(memory(buffer, bytes));
    }
  }

  static void bufferDetach(long address, Numbers bytes) {
    give(Program.mpi().bufferDetach(), address, bytes);
  }

  static void bufferFlush() {
    Program.mpi().bufferFlush();
  }

  static void bufferIflush(long request) {
    RequestHandle.put(request, Program.selfThere(), Program.mpi().bufferIflush());
  }

  static void commAttachBuffer(long comm, long buffer, long bytes) {
    Communicator c = Table.comm(comm).get();
    if (isAutomatic(buffer)) {
      c.attachBufferAutomatic();
    } else {
      c.attachBuffer(memory(buffer, bytes));
    }
  }

  static void commDetachBuffer(long comm, long address, Numbers bytes) {
    give(Table.comm(comm).get().detachBuffer(), address, bytes);
  }

  static void commFlushBuffer(long comm) {
    Table.comm(comm).get().flushBuffer();
  }

  static void commIflushBuffer(long comm, long request) {
    CommHandle c = Table.comm(comm);
    RequestHandle.put(request, c, c.get().iflushBuffer());
  }

  static void sessionAttachBuffer(long session, long buffer, long bytes) {
    Session s = Table.SESSIONS.get(session).session;
    if (isAutomatic(buffer)) {
      s.attachBufferAutomatic();
    } else {
      s.attachBuffer(memory(buffer, bytes));
    }
  }

  static void sessionDetachBuffer(long session, long address, Numbers bytes) {
    give(Table.SESSIONS.get(session).session.detachBuffer(), address, bytes);
  }

  static void sessionFlushBuffer(long session) {
    Table.SESSIONS.get(session).session.flushBuffer();
  }

  static void sessionIflushBuffer(long session, long request) {
    var s = Table.SESSIONS.get(session);
    RequestHandle.put(request, s, s.session.iflushBuffer());
  }
}
