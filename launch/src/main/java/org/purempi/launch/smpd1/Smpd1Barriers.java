package org.purempi.launch.smpd1;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The barriers of a job, which meet at its first manager. Used under the manager's lock. */
final class Smpd1Barriers {
  private static final int MOST_BARRIERS = 1024;
  private static final int MOST_PROCESSES = 1 << 20;

  private record Meeting(int size, List<Smpd1Command> there) {}

  private final Map<String, Meeting> meetings = new LinkedHashMap<>();

  /**
   * Another one is there; answers all who were awaited once the last has come, else nobody.
   *
   * @throws Smpd1Exception when the command is none, or there are too many barriers
   */
  List<Smpd1Command> arrive(Smpd1Command command) throws Smpd1Exception {
    String name = command.require("name");
    int size = command.requireInt("value");
    command.require(Smpd1Command.CONTEXT);
    if (size < 1 || size > MOST_PROCESSES) {
      throw new Smpd1Exception("a barrier of " + size + " processes");
    }
    if (meetings.size() >= MOST_BARRIERS && !meetings.containsKey(name)) {
      throw new Smpd1Exception("more than " + MOST_BARRIERS + " barriers at once");
    }
    Meeting meeting = meetings.computeIfAbsent(name, n -> new Meeting(size, new ArrayList<>()));
    meeting.there.add(command);
    if (meeting.there.size() < meeting.size) {
      return List.of();
    }
    meetings.remove(name);
    return meeting.there;
  }
}
