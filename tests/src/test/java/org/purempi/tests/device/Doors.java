package org.purempi.tests.device;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.FileMode;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.MpiFile;
import org.purempi.Window;

/** What cases call in place of the static methods of the same name of windows and files. */
public final class Doors {
  private Doors() {}

  public static Window create(Communicator comm, Buf memory, int dispUnit, Info info) {
    return OnDevices.of(comm)
        .window(memory, dispUnit, info, OnDevices.behind(Communicator.class, comm));
  }

  public static Window create(Communicator comm, Buf memory) {
    return create(comm, memory, Math.toIntExact(memory.datatype().extent()), Info.EMPTY);
  }

  public static Window allocate(Communicator comm, long bytes, int dispUnit, Info info) {
    return OnDevices.of(comm)
        .wrapped(
            Window.allocate(OnDevices.behind(Communicator.class, comm), bytes, dispUnit, info));
  }

  public static Window allocate(Communicator comm, long bytes, int dispUnit) {
    return allocate(comm, bytes, dispUnit, Info.EMPTY);
  }

  public static Window allocateShared(Communicator comm, long bytes, int dispUnit, Info info) {
    return OnDevices.of(comm)
        .wrapped(
            Window.allocateShared(
                OnDevices.behind(Communicator.class, comm), bytes, dispUnit, info));
  }

  public static Window allocateShared(Communicator comm, long bytes, int dispUnit) {
    return allocateShared(comm, bytes, dispUnit, Info.EMPTY);
  }

  public static Window createDynamic(Communicator comm, Info info) {
    return OnDevices.of(comm)
        .wrapped(Window.createDynamic(OnDevices.behind(Communicator.class, comm), info));
  }

  public static MpiFile open(Communicator comm, String name, Set<FileMode> amode, Info info) {
    return OnDevices.of(comm)
        .wrapped(MpiFile.open(OnDevices.behind(Communicator.class, comm), name, amode, info));
  }

  public static MpiFile open(Communicator comm, Path path, FileMode... amode) {
    Set<FileMode> modes = EnumSet.noneOf(FileMode.class);
    modes.addAll(List.of(amode));
    return open(comm, path.toString(), modes, Info.EMPTY);
  }

  public static void delete(Mpi mpi, String filename) {
    MpiFile.delete(OnDevices.behind(Mpi.class, mpi), filename);
  }
}
