package org.purempi.communicator;

import java.util.List;
import java.util.Set;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.FileMode;
import org.purempi.FileView;
import org.purempi.Info;
import org.purempi.MpiArgumentException;
import org.purempi.MpiError;
import org.purempi.MpiException;
import org.purempi.MpiFile;
import org.purempi.Whence;
import org.purempi.check.Check;
import org.purempi.check.Mistake;
import org.purempi.context.Contexts;
import org.purempi.disk.Disk;
import org.purempi.file.FileCore;
import org.purempi.protocol.Peers;
import org.purempi.watch.OpenCall;
import org.purempi.watch.Watch;
import org.purempi.watch.What;

/** A file as users see it: its arguments are checked here, and its errors treated (chapter 14). */
public final class LiveFile extends FileAccess {
  private LiveFile(Rank home, FileCore core) {
    super(home, core);
  }

  /** {@link MpiFile#open(Communicator, String, Set, Info)}; collective. */
  public static MpiFile open(Communicator comm, String filename, Set<FileMode> amode, Info info) {
    if (!(comm instanceof LiveCommunicator parent)) {
      throw new MpiArgumentException(
          ErrorClass.COMM, "a file is opened over a communicator of one group, not over " + comm);
    }
    parent.requireOpen("open");
    Rank home = parent.home();
    OpenCall open = Watch.ON ? parent.watch.enter(What.file("open"), parent.watched()) : null;
    try {
      FileCore core =
          core(contexts(parent, "the file " + filename), filename, amode, info, home.host());
      if (core.needsProgress()) {
        home.startProgressThread();
      }
      LiveFile made = new LiveFile(home, core);
      if (Check.ON) {
        parent.engine().checker().leaks().made(made, Mistake.FILE_NOT_FREED, made::label);
      }
      return made;
    } catch (MpiException | MpiArgumentException e) {
      throw raise(home, parent, located(parent.at("open") + " of the file " + filename, e));
    } finally {
      if (Watch.ON) {
        parent.watch.leave(open);
      }
    }
  }

  private static FileCore.Contexts contexts(LiveCommunicator parent, String label) {
    Contexts contexts = parent.home().contexts();
    List<Peers> three = contexts.dups(parent.peers(), parent.collective(), 3, label);
    return new FileCore.Contexts(three.get(0), three.get(1), three.get(2));
  }

  private static FileCore core(
      FileCore.Contexts contexts, String filename, Set<FileMode> amode, Info info, long host) {
    try {
      return new FileCore(contexts, Disk.ofThisProcess(), filename, amode, info, host);
    } catch (MpiException | MpiArgumentException e) {
      contexts.forget();
      throw e;
    }
  }

  /** {@link MpiFile#delete}. */
  public static void delete(Rank home, String filename) {
    LiveCommunicator self = (LiveCommunicator) home.mpi().self();
    try {
      FileCore.delete(Disk.ofThisProcess(), filename);
    } catch (MpiException | MpiArgumentException e) {
      throw raise(home, self, located(self.at("delete") + " of the file " + filename, e));
    }
  }

  private static RuntimeException located(String where, RuntimeException e) {
    return e instanceof MpiArgumentException wrong
        ? new MpiArgumentException(wrong.errorClass(), where + ": " + e.getMessage())
        : e;
  }

  /** Treats an error of no file. */
  private static RuntimeException raise(Rank home, LiveCommunicator scope, RuntimeException e) {
    ErrorHandler handler = home.files().errorHandler();
    if (handler instanceof ErrorHandler.FileUser user) {
      user.f().accept(null, (MpiError) e);
    } else if (handler != ErrorHandler.RETURN) {
      throw Fatal.abort(scope, scope.rank(), (MpiError) e);
    }
    return e;
  }

  // ---- size and hints

  @Override
  public long getSize() {
    return perform("getSize", core::size);
  }

  @Override
  public void setSize(long bytes) {
    perform("setSize", () -> core.setSize(bytes, wrong(() -> checkSize(bytes))));
  }

  @Override
  public void preallocate(long bytes) {
    perform("preallocate", () -> core.preallocate(bytes, wrong(() -> checkSize(bytes))));
  }

  private void checkSize(long bytes) {
    if (bytes < 0) {
      throw wrong(ErrorClass.ARG, "the size is " + bytes + ": 0 or more");
    }
    if (has(FileMode.RDONLY)) {
      throw wrong(ErrorClass.READ_ONLY, "it has been opened as RDONLY");
    }
    requireNotSequential();
  }

  private void requireNotSequential() {
    if (has(FileMode.SEQUENTIAL)) {
      throw new MpiException(ErrorClass.UNSUPPORTED_OPERATION, "it has been opened as SEQUENTIAL");
    }
  }

  @Override
  public Info getInfo() {
    return perform("getInfo", core::info);
  }

  @Override
  public void setInfo(Info info) {
    perform("setInfo", () -> core.setInfo(info));
  }

  // ---- views and pointers

  @Override
  public void setView(FileView view, Info info) {
    perform("setView", () -> core.setView(view, info, home.files()));
  }

  @Override
  public FileView getView() {
    return perform("getView", core::view);
  }

  @Override
  public void seek(long offset, Whence whence) {
    perform(
        "seek",
        () -> {
          requireNotSequential();
          core.seek(offset, whence);
        });
  }

  @Override
  public long getPosition() {
    return perform("getPosition", core::position);
  }

  @Override
  public void seekShared(long offset, Whence whence) {
    perform(
        "seekShared",
        () -> {
          RuntimeException wrong = wrong(this::requireNotSequential);
          core.seekShared(offset, whence, wrong);
        });
  }

  @Override
  public long getPositionShared() {
    return perform("getPositionShared", core::sharedPosition);
  }

  @Override
  public long getByteOffset(long offset) {
    return perform(
        "getByteOffset",
        () -> {
          if (offset < 0) {
            throw wrong(ErrorClass.ARG, "the offset is " + offset + ": 0 or more");
          }
          return core.byteOffset(offset);
        });
  }

  @Override
  public long getTypeExtent(Datatype type) {
    return perform("getTypeExtent", () -> core.typeExtent(type));
  }

  @Override
  public void onProgress(MpiFile.Progress listener) {
    perform("onProgress", () -> core.progress(listener));
  }

  // ---- consistency

  @Override
  public void setAtomicity(boolean isAtomic) {
    perform("setAtomicity", () -> core.setAtomicity(isAtomic));
  }

  @Override
  public boolean getAtomicity() {
    return perform("getAtomicity", core::isAtomic);
  }

  @Override
  public void sync() {
    perform("sync", core::sync);
  }

  @Override
  public void close() {
    if (isClosed()) {
      return;
    }
    home.requireRunning("close");
    try {
      perform("close", core::close);
    } finally {
      setClosed();
      if (Check.ON) {
        engine().checker().leaks().gone(this);
      }
    }
  }
}
