package org.purempi.checkpoint;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Request;
import org.purempi.Status;

/** Where the pieces of a checkpoint are fetched from. */
interface Source {
  /** What is in the checkpoint. */
  Manifest manifest();

  /**
   * Brings what this rank needs.
   *
   * @param items what is registered
   * @param room for each item, for each slot, the memory that it goes to
   * @throws IOException if a file is missing or damaged
   */
  void fetch(Communicator comm, List<Item> items, List<List<MemorySegment>> room)
      throws IOException;

  /** Where the blocks of this rank's own file lie, once it has been read; or null. */
  default @Nullable PieceTable table() {
    return null;
  }

  /** Files: each rank reads what it needs. */
  final class Files implements Source {
    private final Path folder;
    private final Manifest manifest;
    private @Nullable PieceTable table;

    Files(Path folder, Manifest manifest) {
      this.folder = folder;
      this.manifest = manifest;
    }

    @Override
    public Manifest manifest() {
      return manifest;
    }

    @Override
    public @Nullable PieceTable table() {
      return table;
    }

    @Override
    public void fetch(Communicator comm, List<Item> items, List<List<MemorySegment>> room)
        throws IOException {
      List<Transfer> plan = Transfer.plan(manifest, items, comm.rank(), comm.size());
      for (int old = 0; old < manifest.ranks(); old++) {
        int rank = old;
        List<Transfer> its = plan.stream().filter(one -> one.from() == rank).toList();
        boolean isOwn = old == comm.rank() && manifest.ranks() == comm.size();
        if (its.isEmpty() && !isOwn) {
          continue;
        }
        try (PieceFile file = new PieceFile(folder, manifest, old)) {
          table = isOwn ? file.table() : table;
          for (Transfer one : its) {
            MemorySegment to = room.get(one.item()).get(one.slot());
            file.copy(one.saved(), one.elementBytes(), one.run(), to);
          }
        }
      }
    }
  }

  /**
   * Memory: those that hold a piece send what others need of it.
   *
   * @param held which piece is held by whom
   * @param images those held here
   */
  record Memory(Held held, List<Image> images) implements Source {
    private static final int TAG = 5;

    @Override
    public Manifest manifest() {
      return held.manifest();
    }

    private Image image(int old) {
      return images.stream()
          .filter(image -> image.id.equals(held.manifest().id()) && image.rank == old)
          .findFirst()
          .orElseThrow();
    }

    @Override
    public void fetch(Communicator comm, List<Item> items, List<List<MemorySegment>> room)
        throws IOException {
      int me = comm.rank();
      Arena arena = Arena.ofAuto(); // if a wait throws, a message may still come
      var requests = new ArrayList<Request<Status>>();
      var arrivals = new ArrayList<MemorySegment>();
      var awaited = new ArrayList<Transfer>();
      for (Transfer one : Transfer.plan(manifest(), items, me, comm.size())) {
        int giver = held.giver(one.from(), me);
        if (giver == me) {
          MemorySegment to = room.get(one.item()).get(one.slot());
          image(one.from()).copy(one.saved(), one.elementBytes(), one.run(), to);
        } else {
          MemorySegment arrival = arena.allocate(one.bytes());
          arrivals.add(arrival);
          awaited.add(one);
          requests.add(comm.irecv(Buf.of(arrival), giver, TAG));
        }
      }
      for (int rank = 0; rank < comm.size(); rank++) {
        for (Transfer one : Transfer.plan(manifest(), items, rank, comm.size())) {
          if (rank != me && held.giver(one.from(), rank) == me) {
            MemorySegment message = arena.allocate(one.bytes());
            image(one.from()).copy(one.saved(), one.elementBytes(), one.run().packed(), message);
            requests.add(comm.isend(Buf.of(message), rank, TAG));
          }
        }
      }
      var unused = Request.waitAll(requests);
      for (int i = 0; i < awaited.size(); i++) {
        Transfer one = awaited.get(i);
        MemorySegment to = room.get(one.item()).get(one.slot());
        scatter(arrivals.get(i), one.elementBytes(), one.run(), to);
      }
    }

    private static void scatter(MemorySegment from, long bytes, Run run, MemorySegment to) {
      if (run.toStep() == 1) {
        MemorySegment.copy(from, 0, to, run.to() * bytes, run.count() * bytes);
        return;
      }
      for (long i = 0; i < run.count(); i++) {
        MemorySegment.copy(from, i * bytes, to, (run.to() + i * run.toStep()) * bytes, bytes);
      }
    }
  }
}
