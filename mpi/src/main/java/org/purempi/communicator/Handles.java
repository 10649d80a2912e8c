package org.purempi.communicator;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Info;
import org.purempi.Keyval;
import org.purempi.MpiArgumentException;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.check.Check;
import org.purempi.check.Mistake;
import org.purempi.context.Contexts;
import org.purempi.handle.Attributes;
import org.purempi.protocol.Peers;
import org.purempi.request.LiveRequest;
import org.purempi.request.MessageRequest;

/**
 * What hangs on a communicator: name, attributes, error handler, buffer space (chapters 3, 7, 9).
 */
abstract class Handles extends ValueForms {
  private volatile String name;
  private volatile Attributes attributes = new Attributes();

  Handles(Rank home, Peers peers, String name, ErrorHandler errorHandler) {
    super(home, peers, errorHandler);
    this.name = name;
    if (Check.ON) {
      Mistake mistake = Mistake.COMMUNICATOR_NOT_FREED;
      engine.checker().leaks().made(this, mistake, () -> "the communicator " + label());
    }
    tellTools(true);
  }

  /** It is not the program's to free. */
  public final void isGiven() {
    if (Check.ON) {
      engine.checker().leaks().gone(this);
    }
  }

  /** It is open, or is not any more; the inside of another one nobody knows. */
  private void tellTools(boolean isOpen) {
    if (!peers.isCollective()) {
      engine.gauges().communicators(isOpen ? 1 : -1);
      engine.news().of(isOpen, peers);
    }
  }

  /** All ranks that share the context. */
  Peers everybody() {
    return peers;
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
    return keyval.predefined()
        ? Optional.ofNullable(predefined(keyval)).map(keyval.type()::cast)
        : attributes.get(keyval);
  }

  private @Nullable Object predefined(Keyval<?> keyval) {
    return switch (keyval.name()) {
      case "TAG_UB" -> Arguments.TAG_UB;
      // Each host's clock begins when the host does.
      case "WTIME_IS_GLOBAL" -> Contexts.everyone(peers.engine()).shareMemory();
      case "APPNUM" -> home.appnum();
      case "UNIVERSE_SIZE" -> home.universeSize();
      case "IO" -> rank();
      case "LASTUSEDCODE" -> home.lastUsedCode();
      default -> null;
    };
  }

  @Override
  public <T> void setAttr(Keyval<T> keyval, T value) {
    requireOpen("setAttr");
    handling(() -> attributes.set(this, keyval, value));
  }

  @Override
  public void deleteAttr(Keyval<?> keyval) {
    requireOpen("deleteAttr");
    handling(() -> attributes.delete(this, keyval));
  }

  /** What a duplicate gets of the attributes; callbacks are called now. */
  final Attributes copiedAttributes() {
    return attributes.copy(this);
  }

  /**
   * Copies the attributes and starts a duplication with them. If a callback fails, the duplication
   * is started all the same, for the other ranks count on this one; then the error is thrown.
   */
  final <T> Request<T> withCopies(Function<Attributes, Request<T>> duplication) {
    Attributes copies;
    try {
      copies = copiedAttributes();
    } catch (RuntimeException e) {
      Request<T> nobodys = duplication.apply(new Attributes());
      if (Check.ON && nobodys instanceof LiveRequest<?> its) {
        its.unwatched();
      }
      throw raise(e);
    }
    return duplication.apply(copies);
  }

  /** Deletes all attributes, the last one first. */
  public final void deleteAttributes() {
    attributes.deleteAll(this);
  }

  /** Makes this the duplicate that copies were made for. */
  final <C extends Handles> C inherit(C duplicate, Attributes copies, Info info) {
    Handles d = duplicate;
    d.attributes = copies;
    d.take(info);
    return duplicate;
  }

  @Override
  public void setInfo(Info info) {
    requireOpen("setInfo");
    handling(() -> take(info));
  }

  @Override
  public void setErrhandler(ErrorHandler handler) {
    if (handler instanceof ErrorHandler.WindowUser) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.ARG, at("setErrhandler") + ": the handler is one for windows"));
    }
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
  public Request<Status> iflushBuffer() {
    requireOpen("iflushBuffer");
    return iflush(bufferedSends);
  }

  /** Complete when the messages in some space are delivered. */
  public final Request<Status> iflush(BufferedSends space) {
    return new MessageRequest(this, space.flushed());
  }

  @Override
  public void disconnect() {
    requireOpen("disconnect");
    handling(
        () -> {
          bufferedSends.flush();
          peers.settle();
        });
    ibarrier().waitFor();
    close();
    home.ports().links().disconnected();
  }

  @Override
  public void close() {
    if (isClosed()) {
      return;
    }
    deleteAttributes();
    setClosed();
    isGiven();
    tellTools(false);
    heed(Info.EMPTY);
    everybody().forget(!canStartLater() && !isRevoked()); // words of it may still be under way
  }
}
