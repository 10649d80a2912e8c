package org.purempi.communicator;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.purempi.ErrorHandler;
import org.purempi.Keyval;
import org.purempi.protocol.Peers;

/**
 * What hangs on a communicator: name, attributes, error handler, buffer space (chapters 3, 7, 9).
 */
abstract class Handles extends ValueForms {
  private volatile String name;

  Handles(Rank home, Peers peers, String name, ErrorHandler errorHandler) {
    super(home, peers, errorHandler);
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void setName(String newName) {
    name = newName;
    peers.label(newName);
  }

  @Override
  public <T> Optional<T> getAttr(Keyval<T> keyval) {
    Object value =
        switch (keyval.name()) {
          case "TAG_UB" -> Arguments.TAG_UB;
          case "WTIME_IS_GLOBAL" -> true;
          case "APPNUM" -> home.appnum();
          case "UNIVERSE_SIZE" -> home.universeSize();
          case "IO" -> rank();
          default -> null;
        };
    return Optional.ofNullable(value).map(keyval.type()::cast);
  }

  @Override
  public void setErrhandler(ErrorHandler handler) {
    errorHandler = handler;
  }

  @Override
  public ErrorHandler getErrhandler() {
    return errorHandler;
  }

  @Override
  public void callErrhandler(RuntimeException error) {
    throw raise(error);
  }

  @Override
  public void attachBuffer(MemorySegment buffer) {
    requireOpen("attachBuffer");
    handling(() -> bufferedSends.attach(buffer));
  }

  @Override
  public void attachBufferAutomatic() {
    requireOpen("attachBufferAutomatic");
    handling(bufferedSends::attachAutomatic);
  }

  @Override
  public Optional<MemorySegment> detachBuffer() {
    requireOpen("detachBuffer");
    return handling(bufferedSends::detach);
  }

  @Override
  public void flushBuffer() {
    requireOpen("flushBuffer");
    handling(bufferedSends::flush);
  }

  @Override
  public void close() {
    setClosed();
  }
}
