package org.purempi.abi;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;

/** MPI begins and ends; what is asked of the process (sections 9.1, 9.2, 11.2 and 11.6). */
final class Processes {
  /** What MPI_Alloc_mem has given, by address. */
  private static final Map<Long, MemorySegment> ALLOCATED = new ConcurrentHashMap<>();

  private static volatile Thread mainThread = Thread.currentThread();
  private static volatile int provided = Constants.THREAD_MULTIPLE;

  private Processes() {}

  static void init(Numbers argc, long argv) {
    Program.init();
    mainThread = Thread.currentThread();
    provided = Constants.THREAD_SINGLE;
  }

  static void initThread(Numbers argc, long argv, int required, Numbers given) {
    Program.init();
    mainThread = Thread.currentThread();
    provided = Constants.THREAD_MULTIPLE;
    given.set(provided);
  }

  static void finish() {
    Program.end();
  }

  static void queryThread(Numbers level) {
    Mpi unused = Program.mpi();
    level.set(provided);
  }

  static void isThreadMain(Numbers flag) {
    Mpi unused = Program.mpi();
    flag.set(Thread.currentThread() == mainThread ? 1 : 0);
  }

  static void abort(long comm, int code) {
    Mpi mpi = Program.mpiIfThere();
    if (mpi == null) {
      System.err.println("purempi: MPI_Abort(" + code + ") while MPI is not initialized");
      Helpers.leave(code);
    } else {
      throw mpi.abort(code);
    }
  }

  static void getProcessorName(long name, Numbers length) {
    length.set(Native.putText(name, Program.mpi().processorName(), Constants.MAX_PROCESSOR_NAME));
  }

  static void getLibraryVersion(long version, Numbers length) {
    length.set(Native.putText(version, Mpi.libraryVersion(), Constants.MAX_LIBRARY_VERSION_STRING));
  }

  static void getHwResourceInfo(long info) {
    Native.putLong(info, Table.INFOS.add(new Table.InfoHandle(Program.mpi().getHwResourceInfo())));
  }

  static void allocMem(long bytes, long info, long base) {
    if (bytes < 0) {
      throw new MpiArgumentException(ErrorClass.ARG, "MPI_Alloc_mem of " + bytes + " bytes");
    }
    MemorySegment memory = Program.mpi().allocMem(Math.max(1, bytes));
    ALLOCATED.put(memory.address(), memory);
    Native.putLong(base, memory.address());
  }

  static void freeMem(long base) {
    MemorySegment memory = ALLOCATED.remove(base);
    if (memory != null) {
      Program.mpi().freeMem(memory);
    } else if (base != 0) {
      throw new MpiArgumentException(
          ErrorClass.BASE, "0x%x is not what MPI_Alloc_mem has given".formatted(base));
    }
  }
}
