package org.purempi.disk;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.purempi.disk.Disk.Option;

/** A way to the disk under test, and a child process that uses it. */
enum Way {
  MACHINE_CODE,
  LIBRARY,
  CHANNEL;

  static final Set<Option> READ = EnumSet.of(Option.READ);
  static final Set<Option> WRITE = EnumSet.of(Option.WRITE);
  static final Set<Option> BOTH = EnumSet.of(Option.READ, Option.WRITE);
  static final Set<Option> NEW = EnumSet.of(Option.READ, Option.WRITE, Option.CREATE);
  static final Set<Option> ONLY_NEW = EnumSet.allOf(Option.class);

  static final int PERMISSIONS = 0666;

  Disk disk() {
    return switch (this) {
      case MACHINE_CODE -> PosixDisk.ofThisMachine();
      case LIBRARY -> PosixDisk.ofLibrary();
      case CHANNEL -> ChannelDisk.INSTANCE;
    };
  }

  /** Starts a class with this way and more arguments. */
  Process start(Class<?> program, String before, Object... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("sh", "-c", before + "exec \"$@\"", "sh"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.add(name());
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
