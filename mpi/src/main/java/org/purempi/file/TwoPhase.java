package org.purempi.file;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.disk.OpenFile;
import org.purempi.file.Asked.Share;
import org.purempi.layout.Layout;
import org.purempi.protocol.Operation;
import org.purempi.transport.Sink;
import org.purempi.transport.Source;

/**
 * Collective access in two phases: ranks send what they write to aggregators, each of which has a
 * part of the file and writes long stretches; reading goes the other way. Worth it where the parts
 * of ranks interleave (Thakur, Gropp, Lusk, "Data Sieving and Collective I/O in ROMIO", 1999).
 *
 * <pre>
 *   rank 0   ■□□■□□■□□■□□         aggregator 0   ■■■■■■     one write
 *   rank 1   □■□□■□□■□□■□    ⇒    aggregator 1   ■■■■■■     one write
 *   rank 2   □□■□□■□□■□□■
 * </pre>
 *
 * <p>Costs for n bytes in all, a aggregators and blocks of b bytes: n ⁄ (a·b) rounds of p·a
 * messages at most. An aggregator keeps two blocks. One call; one thread.
 */
final class TwoPhase {
  private final Team team;
  private final Handle handle;
  private final OpenFile file;
  private final RangeLock lock;
  private final Blocks blocks;
  private final Views views;
  private final FileHints hints;
  private final int[] aggregators;

  private final Asked asked;

  TwoPhase(Handle handle, Team team, Asked asked, FileHints hints) {
    this.team = team;
    this.handle = handle;
    this.file = handle.file;
    this.lock = handle.lock;
    this.blocks = handle.blocks;
    this.views = asked.views;
    this.hints = hints;
    this.aggregators = handle.aggregators.ranks(hints);
    this.asked = asked;
  }

  private View view(int rank) {
    return asked.view(rank);
  }

  private Domains domains() {
    return Domains.of(asked.first(), asked.end(), aggregators.length, hints.blockBytes());
  }

  /**
   * Writes; collective.
   *
   * @return what has gone wrong here
   */
  @Nullable RuntimeException write(Buf buf) {
    var run = new Run(domains());
    Source source = Layout.source(buf);
    for (long round = 0; round < run.domains.rounds(); round = run.after(round)) {
      run.write(round, source);
      run.report();
    }
    run.end();
    return run.failure;
  }

  /** Reads; collective. */
  @Nullable RuntimeException read(Buf buf) {
    var run = new Run(domains());
    Sink sink = Layout.sink(buf);
    for (long round = 0; round < run.domains.rounds(); round = run.after(round)) {
      run.read(round, sink);
    }
    run.attempt(sink::flush);
    run.end();
    return run.failure;
  }

  /** The rounds of one call. */
  private final class Run {
    final Domains domains;
    final int me = team.rank();

    /** Which aggregator this rank is; −1: none. */
    final int own;

    /** The part of the file that is being put together. */
    private final @Nullable MemorySegment block;

    /** What is being sent or received, of this round. */
    private final List<Operation> underWay = new ArrayList<>();

    private final List<MemorySegment> taken = new ArrayList<>();

    /** Whether this rank had anything to do in this round. */
    private boolean isBusy;

    @Nullable RuntimeException failure;

    /** Of this rank's data, what has been written. */
    private long doneBytes;

    Run(Domains domains) {
      this.domains = domains;
      this.own = Arrays.stream(aggregators).boxed().toList().indexOf(me);
      this.block = own < 0 ? null : blocks.take(domains.blockBytes());
    }

    /** What an aggregator does of this round, for the ranks that ask for some of it. */
    private List<Share> shares(int aggregator, long round) {
      long first = domains.blockFirst(aggregator, round);
      long end = domains.blockEnd(aggregator, round);
      return asked.ranks().stream()
          .map(rank -> asked.share(rank, first, end))
          .filter(s -> s.bytes() > 0)
          .toList();
    }

    private Share mine(int aggregator, long round) {
      return asked.share(
          me, domains.blockFirst(aggregator, round), domains.blockEnd(aggregator, round));
    }

    /**
     * The next round, or, behind one with nothing to do, the next in which this rank has: what lies
     * far apart would take too many. Each rank skips its own; messages of two come in order.
     */
    long after(long round) {
      if (isBusy) {
        isBusy = false;
        return round + 1;
      }
      long next = domains.rounds();
      for (int a = 0; a < aggregators.length; a++) {
        next = Math.min(next, after(round, a, me));
      }
      for (int rank : own < 0 ? List.<Integer>of() : asked.ranks()) {
        next = Math.min(next, after(round, own, rank));
      }
      return next;
    }

    /** The next round in which an aggregator has something to do for a rank. */
    private long after(long round, int aggregator, int rank) {
      long behind = domains.blockEnd(aggregator, domains.rounds());
      Share rest = asked.share(rank, domains.blockEnd(aggregator, round), behind);
      return rest.bytes() == 0
          ? domains.rounds()
          : domains.roundOf(aggregator, view(rank).place(rest.from()));
    }

    private MemorySegment room(long bytes) {
      MemorySegment room = blocks.take(bytes);
      taken.add(room);
      return room;
    }

    private void awaitAll() {
      underWay.forEach(team::await);
      underWay.clear();
    }

    private void giveRooms() {
      taken.forEach(blocks::give);
      taken.clear();
    }

    void end() {
      MemorySegment its = block;
      if (its != null) {
        blocks.give(its);
      }
    }

    /** Tells how much of this rank's data has been taken. */
    void report() {
      attempt(() -> handle.report(doneBytes, asked.bytes(me)));
    }

    /** False if it failed. */
    private boolean attempt(Runnable access) {
      RuntimeException error = Team.attempt(access);
      if (failure == null) {
        failure = error;
      }
      return error == null;
    }

    // ---- writing

    void write(long round, Source source) {
      List<Share> all = own < 0 ? List.of() : shares(own, round);
      isBusy |= !all.isEmpty();
      List<Packed> arriving = new ArrayList<>();
      for (Share s : all) {
        if (s.rank() != me) {
          MemorySegment room = room(s.bytes());
          underWay.add(team.receive(Buf.of(room.asSlice(0, s.bytes())), s.rank()));
          arriving.add(new Packed(s, room, 0));
        }
      }
      for (int a = 0; a < aggregators.length; a++) {
        Share s = mine(a, round);
        if (s.bytes() > 0) {
          isBusy = true;
          Packed data = packed(s, source);
          doneBytes += s.bytes();
          if (a == own) {
            arriving.add(data);
          } else {
            underWay.add(
                team.send(Buf.of(data.memory().asSlice(data.at(), s.bytes())), aggregators[a]));
          }
        }
      }
      awaitAll();
      if (!arriving.isEmpty()) {
        arriving.sort(Comparator.comparingInt(p -> p.share().rank())); // the highest rank wins
        attempt(() -> store(arriving));
      }
      giveRooms();
    }

    /** A share, as data without gaps from byte {@code at} of memory on. */
    private record Packed(Share share, MemorySegment memory, long at) {}

    private Packed packed(Share s, Source source) {
      MemorySegment memory = source.contiguous();
      if (memory != null) {
        return new Packed(s, memory, s.from() - asked.from(me));
      }
      MemorySegment room = room(s.bytes());
      boolean isRead =
          attempt(
              () -> {
                source.position(s.from() - asked.from(me));
                source.read(room, 0, s.bytes());
              });
      if (!isRead) {
        room.fill((byte) 0); // a device has failed: no other program's data goes to the file
      }
      return new Packed(s, room, 0);
    }

    private void store(List<Packed> arrived) {
      MemorySegment its = java.util.Objects.requireNonNull(block);
      long at = arrived.stream().mapToLong(this::place).min().orElseThrow();
      long end = arrived.stream().mapToLong(this::placeBehind).max().orElseThrow();
      long data = arrived.stream().mapToLong(p -> p.share().bytes()).sum();
      if (views.areApart() && data == end - at) {
        arrived.forEach(p -> put(p, its, at));
        DiskErrors.run(() -> file.write(its, 0, end - at, at));
      } else if (hints.sieving(true) == FileHints.Choice.DISABLE
          || !views.haveHoles()
          || !file.isReadable()) {
        arrived.forEach(this::writeStretches);
      } else {
        lock.alone(
            at,
            end - at,
            () -> {
              Independent.fill(file, its, at, end - at);
              arrived.forEach(p -> put(p, its, at));
              DiskErrors.run(() -> file.write(its, 0, end - at, at));
            });
      }
    }

    private void put(Packed p, MemorySegment its, long at) {
      Share s = p.share();
      view(s.rank()).sink(its, at, s.from()).write(p.memory(), p.at(), s.bytes());
    }

    private void writeStretches(Packed p) {
      Share s = p.share();
      View view = view(s.rank());
      handle.independent.writeStretches(view, s.from(), s.to(), p.memory(), p.at());
    }

    private long place(Packed p) {
      return view(p.share().rank()).place(p.share().from());
    }

    private long placeBehind(Packed p) {
      return view(p.share().rank()).end(p.share().to());
    }

    // ---- reading

    void read(long round, Sink sink) {
      List<Packed> awaited = new ArrayList<>();
      MemorySegment memory = sink.contiguous();
      for (int a = 0; a < aggregators.length; a++) {
        Share s = mine(a, round);
        if (s.bytes() > 0 && a != own) {
          isBusy = true;
          long at = memory == null ? 0 : s.from() - asked.from(me);
          MemorySegment room = memory == null ? room(s.bytes()) : memory;
          underWay.add(team.receive(Buf.of(room.asSlice(at, s.bytes())), aggregators[a]));
          awaited.add(new Packed(s, room, at));
        }
      }
      if (own >= 0) {
        List<Share> all = shares(own, round);
        if (!all.isEmpty()) {
          isBusy = true;
          serve(all, sink, memory);
        }
      }
      awaitAll();
      if (memory == null) {
        for (Packed p : awaited) {
          take(p.share(), p.memory(), sink);
        }
      }
      giveRooms();
    }

    /** If that fails, the others go on as if it had not. */
    private void take(Share s, MemorySegment from, Sink sink) {
      attempt(
          () -> {
            sink.position(s.from() - asked.from(me));
            sink.write(from, 0, s.bytes());
          });
    }

    private void serve(List<Share> all, Sink sink, @Nullable MemorySegment memory) {
      MemorySegment its = java.util.Objects.requireNonNull(block);
      long at = all.stream().mapToLong(s -> view(s.rank()).place(s.from())).min().orElseThrow();
      long end = all.stream().mapToLong(s -> view(s.rank()).end(s.to())).max().orElseThrow();
      attempt(() -> Independent.fill(file, its, at, end - at));
      for (Share s : all) {
        Source source = view(s.rank()).source(its, at, s.from());
        if (s.rank() == me && memory != null) {
          source.read(memory, s.from() - asked.from(me), s.bytes());
          continue;
        }
        MemorySegment room = room(s.bytes());
        source.read(room, 0, s.bytes());
        if (s.rank() == me) {
          take(s, room, sink);
        } else {
          underWay.add(team.send(Buf.of(room.asSlice(0, s.bytes())), s.rank()));
        }
      }
    }
  }
}
