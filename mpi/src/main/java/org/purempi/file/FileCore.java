package org.purempi.file;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.FileMode;
import org.purempi.FileView;
import org.purempi.Info;
import org.purempi.MpiArgumentException;
import org.purempi.MpiFile;
import org.purempi.ProcessFailedException;
import org.purempi.Whence;
import org.purempi.disk.Disk;
import org.purempi.disk.OpenFile;
import org.purempi.layout.Tiling;
import org.purempi.protocol.Peers;

/**
 * One rank's side of a file: what it is, and how it is seen; its data goes by {@link #transfers}.
 * Errors are told as they are; whose handler treats them is the caller's matter.
 */
public final class FileCore {
  /**
   * The contexts of a file, each its own: calls that wait, those in the background, the pointer.
   */
  public record Contexts(Peers waiting, Peers background, Peers pointer) {
    /** Gives them back: the file could not be opened. */
    public void forget() {
      waiting.forget(true);
      background.forget(true);
      pointer.forget(true);
    }
  }

  private final Team team;
  private final Team backgroundTeam;
  private final Opening opening;
  private final Handle handle;
  private final Background background;
  private final SharedPointer shared;
  private final Pointers pointers;
  private final Transfers transfers;

  /**
   * Opens a file; collective.
   *
   * @param host a number that the processes of this host have, and no others
   */
  public FileCore(
      Contexts contexts, Disk disk, String filename, Set<FileMode> amode, Info info, long host) {
    this.team = new Team(contexts.waiting());
    this.backgroundTeam = new Team(contexts.background());
    var aggregators = new Aggregators(team.allgather(host));
    FileHints[] hints = {FileHints.initial(aggregators.hosts())};
    RuntimeException wrong =
        Team.attempt(() -> hints[0] = aggregators.completed(hints[0].with(info), info));
    this.opening = new Opening(disk, team, filename, Set.copyOf(amode), hints[0]);
    OpenFile file = opening.open(wrong);
    this.handle = new Handle(file, Set.copyOf(amode), aggregators, hints[0], team.size());
    this.background = new Background(team.peers.engine());
    this.shared = shared(contexts.pointer(), file);
    this.pointers = new Pointers(handle, shared);
    this.transfers = new Transfers(handle, pointers, team, backgroundTeam, background);
    if (amode.contains(FileMode.APPEND)) {
      toEnd();
    }
  }

  private SharedPointer shared(Peers peers, OpenFile file) {
    try {
      return new SharedPointer(new Team(peers), this::afterAll);
    } catch (ProcessFailedException e) {
      opening.abandon(file);
      throw e;
    }
  }

  /** No rank that lives uses this file's memory any more; inside the lock. */
  private void afterAll() {
    team.joint.releaseInside();
    backgroundTeam.joint.releaseInside();
  }

  private void toEnd() {
    try {
      pointersTo(handle.size());
    } catch (ProcessFailedException e) {
      opening.abandon(handle.file);
      RuntimeException unused = Team.attempt(shared::close);
      throw e;
    }
  }

  private void pointersTo(long etypes) {
    pointers.own(etypes);
    if (team.rank() == 0) {
      shared.set(etypes);
    }
    team.barrier();
  }

  /** Deletes a file. */
  public static void delete(Disk disk, String filename) {
    DiskErrors.run(() -> disk.delete(Opening.plain(filename)));
  }

  /** Whether the shared pointer can only be reached while rank 0 makes progress. */
  public boolean needsProgress() {
    return shared.needsProgress();
  }

  /** The ranks. */
  public Peers peers() {
    return team.peers;
  }

  /** How it was opened. */
  public Set<FileMode> amode() {
    return handle.amode;
  }

  /** The path. */
  public String path() {
    return opening.path();
  }

  /** The calls that move data. */
  public Transfers transfers() {
    return transfers;
  }

  /** The hints in force. */
  public Info info() {
    return handle.hints.info();
  }

  private FileHints hints(Info more) {
    return handle.aggregators.completed(handle.hints.withLater(more), more);
  }

  /** Gives hints; collective. */
  public void setInfo(Info info) {
    FileHints[] hints = {handle.hints};
    RuntimeException wrong = Team.attempt(() -> hints[0] = hints(info));
    Team.Facts facts = team.begin(Call.SET_INFO, wrong, hints[0].sameNumber());
    Team.requireSame(facts, 0, Call.SET_INFO.toString(), FileHints.SAME_ON_ALL);
    handle.hints = hints[0];
  }

  // ---- size

  /** Bytes of the file. */
  public long size() {
    return handle.size();
  }

  /** Cuts the file, or makes it longer; collective. */
  public void setSize(long bytes, @Nullable RuntimeException wrong) {
    Runnable change = () -> DiskErrors.run(() -> handle.file.size(bytes));
    byFirst(Call.SET_SIZE, "the size", bytes, wrong, change);
  }

  /** Gets storage for so many bytes; collective. */
  public void preallocate(long bytes, @Nullable RuntimeException wrong) {
    Runnable change = () -> DiskErrors.run(() -> handle.file.allocate(bytes));
    byFirst(Call.PREALLOCATE, "the size", bytes, wrong, change);
  }

  /** Something that rank 0 does for all, with a number that must be the same on all ranks. */
  private void byFirst(
      Call call, String what, long number, @Nullable RuntimeException wrong, Runnable change) {
    Team.Facts facts = team.begin(call, wrong, number);
    Team.requireSame(facts, 0, call.toString(), what);
    team.agree(call.toString(), team.rank() == 0 ? Team.attempt(change) : null);
  }

  // ---- views

  /** What this rank sees. */
  public FileView view() {
    return handle.views.described;
  }

  /**
   * Sets it, and all pointers to its beginning; collective.
   *
   * @param asked its displacement may be {@link FileView#DISPLACEMENT_CURRENT}
   */
  public void setView(FileView asked, Info info, FileDefaults known) {
    FileView[] placed = {asked};
    View[] mine = {View.BYTES};
    Representation[] found = {Representation.NATIVE};
    FileHints[] hints = {handle.hints};
    long[] etype = {0};
    RuntimeException wrong =
        Team.attempt(
            () -> {
              found[0] = known.find(asked.datarep());
              placed[0] = placed(asked);
              FileView there = inFile(found[0], placed[0]);
              mine[0] = View.of(there);
              etype[0] = there.etype().extent();
              ViewChecks.check(mine[0], there, !amode().contains(FileMode.RDONLY));
              hints[0] = hints(info);
            });
    View own = mine[0];
    Tiling tiling = own.tiling();
    long[] words = tiling.isDense() ? new long[0] : tiling.words();
    long disp = tiling.isDense() ? own.place(0) : own.disp();
    Team.Facts facts =
        team.begin(
            Call.SET_VIEW,
            wrong,
            disp,
            words.length,
            etype[0],
            asked.datarep().hashCode(),
            hints[0].sameNumber());
    String call = Call.SET_VIEW.toString();
    Team.requireSame(facts, ETYPE, call, "the extent of the etype");
    Team.requireSame(facts, DATAREP, call, "the data representation");
    Team.requireSame(facts, HINTS, call, FileHints.SAME_ON_ALL);
    handle.hints = hints[0];
    handle.views = new Views(placed[0], own, views(facts, words), found[0]);
    pointersTo(0);
  }

  private static final int DISP = 0;
  private static final int WORDS = 1;
  private static final int ETYPE = 2;
  private static final int DATAREP = 3;
  private static final int HINTS = 4;

  /** Everybody's view. */
  private List<View> views(Team.Facts facts, long[] words) {
    long[] counts = new long[team.size()];
    Arrays.setAll(counts, r -> facts.of(r, WORDS));
    long[] everything = Arrays.stream(counts).sum() == 0 ? words : team.allgatherv(words, counts);
    List<View> views = new ArrayList<>();
    int at = 0;
    for (int r = 0; r < counts.length; r++) {
      int n = (int) counts[r];
      Tiling tiling =
          n == 0 ? View.BYTES.tiling() : Tiling.of(Arrays.copyOfRange(everything, at, at + n));
      views.add(View.of(facts.of(r, DISP), tiling));
      at += n;
    }
    return views;
  }

  /** A view by datatypes as they are in the file. */
  private static FileView inFile(Representation its, FileView view) {
    return new FileView(
        view.disp(), its.fileType(view.etype()), its.fileType(view.filetype()), view.datarep());
  }

  /** A sequential file is seen from where its pointer is, others from a byte. */
  private FileView placed(FileView asked) {
    boolean isCurrent = asked.disp() == FileView.DISPLACEMENT_CURRENT;
    if (isCurrent != amode().contains(FileMode.SEQUENTIAL)) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          "setView: DISPLACEMENT_CURRENT is for sequential files, and they need it");
    }
    return isCurrent
        ? new FileView(byteOffset(shared.get()), asked.etype(), asked.filetype(), asked.datarep())
        : asked;
  }

  /** The byte of the file that an offset is at. */
  public long byteOffset(long etypes) {
    Views v = handle.views;
    return v.mine.isEmpty() ? v.described.disp() : v.mine.place(v.data(etypes, 1));
  }

  /** Bytes of an etype in the file, of which each access is a whole number. */
  public long etypeBytes() {
    return handle.views.etypeBytes;
  }

  /** Bytes of a buffer's data in the file. */
  public long fileBytes(Buf buf) {
    return handle.views.representation.fileBytes(buf);
  }

  /** Bytes from one element to the next in the file. */
  public long typeExtent(Datatype type) {
    return handle.views.representation.fileType(type).extent();
  }

  // ---- pointers

  /** Where this rank's pointer is. */
  public long position() {
    return pointers.own();
  }

  /** Moves it. */
  public void seek(long offset, Whence whence) {
    pointers.seek(offset, whence);
  }

  /** Where the shared pointer is. */
  public long sharedPosition() {
    return shared.get();
  }

  /** Moves it; collective. */
  public void seekShared(long offset, Whence whence, @Nullable RuntimeException wrong) {
    byFirst(
        Call.SEEK_SHARED,
        "offset and whence",
        offset ^ ((long) whence.name().hashCode() << Integer.SIZE),
        wrong,
        () -> shared.set(pointers.target(offset, whence, shared.get())));
  }

  /** Sets who is told how far collective writes have come. */
  public void progress(MpiFile.Progress listener) {
    handle.progress = listener;
  }

  // ---- consistency

  /** Whether what is written is there whole for others at once. */
  public boolean isAtomic() {
    return handle.isAtomic;
  }

  /** Sets that; collective. */
  public void setAtomicity(boolean isAtomic) {
    Team.Facts facts = team.begin(Call.SET_ATOMICITY, null, isAtomic ? 1 : 0);
    Team.requireSame(facts, 0, Call.SET_ATOMICITY.toString(), "the flag");
    handle.isAtomic = isAtomic;
  }

  /** Brings what was written to the device; collective. */
  public void sync() {
    team.begin(Call.SYNC, Team.attempt(handle::sync));
  }

  // ---- the end

  /** Finishes what was begun, and closes the file; collective. */
  public void close() {
    if (team.isBroken()) {
      DiskErrors.run(handle.file::close);
      return; // the ranks have lost each other: nobody waits for anybody
    }
    background.finish();
    RuntimeException wrong = handle.hints.isDurable() ? Team.attempt(handle::sync) : null;
    RuntimeException late = Team.attempt(() -> DiskErrors.run(handle.file::close));
    try {
      team.begin(Call.CLOSE, wrong != null ? wrong : late);
      if (opening.leavesWork()) {
        team.agree("close", team.rank() == 0 ? Team.attempt(opening::closed) : null);
      }
    } catch (ProcessFailedException e) {
      opening.clean();
      throw e;
    } finally {
      if (!team.isBroken()) {
        leave();
      }
    }
  }

  private void leave() {
    try {
      shared.close();
    } finally {
      team.peers.forget(true);
      backgroundTeam.peers.forget(true);
    }
  }
}
