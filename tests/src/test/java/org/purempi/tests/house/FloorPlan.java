package org.purempi.tests.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The two tables of ARCHITECTURE.md.
 *
 * @param modules by name
 * @param rooms where each package stands
 */
record FloorPlan(Map<String, Module> modules, Map<Room, Place> rooms) {
  /** A row of the table of modules. */
  record Module(String name, Path folder, Set<String> needs) {}

  /** A package of a module; two modules have one of the same name. */
  record Room(String module, String name) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Where a package stands in its module: its floor, and its place on it from the left. */
  record Place(int floor, int place) {
    boolean isBelow(Place other) {
      return floor < other.floor || (floor == other.floor && place < other.place);
    }
  }

  /** One package uses another. */
  record Use(Room from, Room to) {}

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final int MODULE_COLUMNS = 4;
  private static final int FLOOR_COLUMNS = 3;

  static FloorPlan read(Path architecture) throws IOException {
    return parse(Files.readAllLines(architecture));
  }

  static FloorPlan parse(List<String> lines) {
    Map<String, Module> modules = new LinkedHashMap<>();
    Map<Room, Place> rooms = new LinkedHashMap<>();
    for (String line : lines) {
      if (!line.startsWith("| `org.purempi")) {
        continue;
      }
      String[] cells = line.substring(1, line.lastIndexOf('|')).split("\\|", -1);
      String module = code(cells[0]).getFirst();
      if (cells.length == MODULE_COLUMNS) {
        Path folder = Path.of(code(cells[1]).getFirst());
        modules.put(module, new Module(module, folder, Set.copyOf(code(cells[2]))));
      } else if (cells.length == FLOOR_COLUMNS) {
        int floor = Integer.parseInt(cells[1].strip());
        for (String name : code(cells[2])) {
          rooms.put(new Room(module, name), new Place(floor, rooms.size()));
        }
      }
    }
    return new FloorPlan(modules, rooms);
  }

  private static List<String> code(String cell) {
    List<String> words = new ArrayList<>();
    Matcher matcher = CODE.matcher(cell);
    while (matcher.find()) {
      words.add(matcher.group(1));
    }
    return words;
  }

  /** What is wrong with these uses, in sentences; empty if the plan holds. */
  Set<String> violations(Iterable<Use> uses) {
    Set<String> wrong = new TreeSet<>();
    for (Use use : uses) {
      Place from = rooms.get(use.from());
      Place to = rooms.get(use.to());
      String user = use.from().module();
      String used = use.to().module();
      if (from == null || to == null) {
        wrong.add((from == null ? use.from() : use.to()) + " has no floor in ARCHITECTURE.md");
      } else if (!user.equals(used)) {
        Module module = modules.get(user);
        if (module == null || !module.needs().contains(used)) {
          wrong.add(
              "%s uses %s, but %s does not need %s".formatted(use.from(), use.to(), user, used));
        }
      } else if (!use.from().equals(use.to()) && !to.isBelow(from)) {
        String how = from.floor() < to.floor() ? "reaches up" : "reaches sideways";
        wrong.add(
            "%s (floor %d) %s to %s (floor %d)"
                .formatted(use.from(), from.floor(), how, use.to(), to.floor()));
      }
    }
    return wrong;
  }
}
