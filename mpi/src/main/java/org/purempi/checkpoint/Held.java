package org.purempi.checkpoint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.disk.CheckpointId;

/**
 * A checkpoint in the memory of those that are alive: which piece is held by whom.
 *
 * @param manifest what is in it
 * @param holders for each old rank those that have its piece
 */
record Held(Manifest manifest, List<List<Integer>> holders) {
  private static final String PIECE = "held ";

  /** All that are complete. Collective: every rank tells the others what it holds. */
  static Map<CheckpointId, Held> find(Communicator comm, @Nullable MemoryCopies copies) {
    var mine = new ArrayList<String>();
    for (Image image : copies == null ? List.<Image>of() : copies.images()) {
      var part = new Manifest.Part(0, 0, image.lengths);
      mine.add("%s%s %d %d %s".formatted(PIECE, image.id, image.rank, image.ranks, part.text()));
      image.shapes.forEach(shape -> mine.add(shape.text()));
    }
    List<String> all = comm.allgatherObject(String.join("\n", mine), String.class);
    var found = new HashMap<CheckpointId, Gathered>();
    for (int rank = 0; rank < all.size(); rank++) {
      Gathered now = null;
      for (String line : all.get(rank).lines().toList()) {
        if (line.startsWith(PIECE)) {
          String[] fields = line.substring(PIECE.length()).split(" ", 4);
          int ranks = Integer.parseInt(fields[2]);
          now = found.computeIfAbsent(CheckpointId.parse(fields[0]), id -> new Gathered(ranks));
          now.piece(Integer.parseInt(fields[1]), rank, Manifest.Part.parse(fields[3]));
        } else if (now != null) {
          now.shape(Shape.parse(line));
        }
      }
    }
    var complete = new TreeMap<CheckpointId, Held>();
    found.forEach(
        (id, gathered) -> {
          if (gathered.isComplete()) {
            complete.put(id, gathered.held(id));
          }
        });
    return complete;
  }

  /** Who gives the piece of an old rank to a rank: that rank itself if it has it. */
  int giver(int old, int rank) {
    List<Integer> its = holders.get(old);
    return its.contains(rank) ? rank : its.getFirst();
  }

  /** What is known of a checkpoint so far. */
  private static final class Gathered {
    private final Manifest.@Nullable Part[] parts;
    private final List<List<Integer>> holders = new ArrayList<>();
    private final List<Shape> shapes = new ArrayList<>();

    Gathered(int ranks) {
      parts = new Manifest.Part[ranks];
      for (int rank = 0; rank < ranks; rank++) {
        holders.add(new ArrayList<>());
      }
    }

    void piece(int old, int holder, Manifest.Part part) {
      parts[old] = part;
      if (!holders.get(old).contains(holder)) {
        holders.get(old).add(holder);
      }
    }

    void shape(Shape shape) {
      if (!shapes.contains(shape)) {
        shapes.add(shape);
      }
    }

    boolean isComplete() {
      return holders.stream().noneMatch(List::isEmpty);
    }

    Held held(CheckpointId id) {
      var all = new ArrayList<Manifest.Part>();
      for (Manifest.Part part : parts) {
        if (part != null) {
          all.add(part);
        }
      }
      return new Held(new Manifest(id, shapes, all, Set.of(), ""), holders);
    }
  }
}
