package org.purempi.checkpoint;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.purempi.disk.CheckpointId;

/**
 * What is in a checkpoint: text, a word and its values a line.
 *
 * @param id which checkpoint
 * @param shapes what ranks have registered
 * @param parts the piece of each rank
 * @param refers other checkpoints whose files have blocks of this one
 * @param command the job's command line; empty if nobody has told it
 */
record Manifest(
    CheckpointId id,
    List<Shape> shapes,
    List<Part> parts,
    Set<CheckpointId> refers,
    String command) {
  private static final String VERSION = "purempi-checkpoint 1";
  private static final String CHECKPOINT = "checkpoint ";
  private static final String ORDER = "order ";
  private static final String COMMAND = "command ";
  private static final String ITEM = "item ";
  private static final String REFERS = "refers ";
  private static final String PIECE = "piece ";

  /**
   * A rank's piece.
   *
   * @param bytes the length of its file
   * @param checksum the CRC32C of its table
   * @param lengths the bytes of each item
   */
  record Part(long bytes, int checksum, List<Long> lengths) {
    Part {
      lengths = List.copyOf(lengths);
    }

    String text() {
      return "%d %08x %s"
          .formatted(
              bytes,
              checksum,
              lengths.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }

    static Part parse(String text) {
      String[] fields = text.split(" ", 3);
      List<Long> lengths =
          fields[2].isEmpty()
              ? List.of()
              : Arrays.stream(fields[2].split(",", -1)).map(Long::valueOf).toList();
      return new Part(Long.parseLong(fields[0]), Integer.parseUnsignedInt(fields[1], 16), lengths);
    }
  }

  Manifest {
    shapes = List.copyOf(shapes);
    parts = List.copyOf(parts);
    refers = Set.copyOf(refers);
  }

  /** How many ranks it is of. */
  int ranks() {
    return parts.size();
  }

  /** As it stands in a file, but for the checksum. */
  List<String> lines() {
    var lines = new ArrayList<>(List.of(VERSION, CHECKPOINT + id, ORDER + ByteOrder.nativeOrder()));
    if (!command.isEmpty()) {
      lines.add(COMMAND + command);
    }
    shapes.forEach(shape -> lines.add(ITEM + shape.text()));
    refers.forEach(other -> lines.add(REFERS + other));
    parts.forEach(part -> lines.add(PIECE + part.text()));
    return lines;
  }

  /** Reads what {@link #lines} has written; null if it is of another version or machine. */
  static @Nullable Manifest parse(List<String> lines) {
    String order = ORDER + ByteOrder.nativeOrder();
    if (!lines.getFirst().equals(VERSION) || !lines.contains(order)) {
      return null;
    }
    CheckpointId id = new CheckpointId(0, 0);
    String command = "";
    var shapes = new ArrayList<Shape>();
    var parts = new ArrayList<Part>();
    var refers = new TreeSet<CheckpointId>();
    for (String line : lines) {
      String value = line.substring(line.indexOf(' ') + 1);
      switch (line.substring(0, line.length() - value.length())) {
        case CHECKPOINT -> id = CheckpointId.parse(value);
        case COMMAND -> command = value;
        case ITEM -> shapes.add(Shape.parse(value));
        case REFERS -> refers.add(CheckpointId.parse(value));
        case PIECE -> parts.add(Part.parse(value));
        default -> {} // the version and the order
      }
    }
    return new Manifest(id, shapes, parts, refers, command);
  }

  /** The number of a registered item; −1 if there is none of that name. */
  int item(String name) {
    for (int i = 0; i < shapes.size(); i++) {
      if (shapes.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
