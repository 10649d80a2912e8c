package org.purempi.launch.daemon;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Pipe;

/** One conversation, its manager if it has one, and their places in the daemon's selector. */
final class Visit implements Daemon.Attachment {
  private final Daemon daemon;
  private final Conversation conversation;
  private final SelectionKey callerKey;
  private @Nullable ManagerSocket manager;
  private @Nullable Process process;
  private @Nullable SocketChannel managerChannel;
  private @Nullable SelectionKey managerKey;

  Visit(Daemon daemon, Pipe pipe, InetAddress from, long nowNanos) throws IOException {
    this.daemon = daemon;
    this.conversation = new Conversation(daemon.house(this), pipe, from, nowNanos);
    this.callerKey = pipe.channel().register(daemon.selector(), SelectionKey.OP_READ, this);
  }

  Conversation conversation() {
    return conversation;
  }

  /** The manager's socket or the caller's can be used. */
  @Override
  public void ready() {
    guarded(conversation::advance);
  }

  /** A defect of ours costs this conversation and no other. */
  private void guarded(Runnable move) {
    try {
      move.run();
      settle();
    } catch (RuntimeException e) {
      daemon.note("gave a conversation up: " + e);
      conversation.lose("a defect: " + e);
      daemon.ended(this);
    }
  }

  /** Hears what has come; whether anything has. */
  boolean hasSpoken() {
    ready();
    return !conversation.isSilent();
  }

  /** Time has passed. */
  void tick(long nowNanos) {
    guarded(() -> conversation.tick(nowNanos));
  }

  /** Says what to wait for next; or ends. */
  void settle() {
    if (conversation.state() == DaemonState.DONE) {
      daemon.ended(this);
      return;
    }
    daemon.moved(this);
    callerKey.interestOps(conversation.interest());
    SelectionKey theirs = managerKey;
    if (theirs != null && theirs.isValid()) {
      theirs.interestOps(conversation.managerInterest());
    }
    if (conversation.isTired()) {
      daemon.again(this);
    }
  }

  /** Its manager will call there. */
  void awaits(ManagerSocket socket) {
    manager = socket;
  }

  /** Its manager is being started. */
  void awaits(Process starting) {
    process = starting;
  }

  /** Its manager, or null. */
  @Nullable Process process() {
    return process;
  }

  /** Its manager has called. */
  void manager(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    managerChannel = channel;
    managerKey = channel.register(daemon.selector(), 0, this);
    guarded(() -> conversation.started(channel));
  }

  /** Its manager will not call. */
  void noManager(String why) {
    guarded(() -> conversation.notStarted(why));
  }

  /** Closes everything of it; a manager takes that for the end of its job. */
  void close() {
    closeQuietly(conversation::close);
    ManagerSocket waiting = manager;
    if (waiting != null) {
      closeQuietly(waiting::close);
    }
    SocketChannel theirs = managerChannel;
    if (theirs != null) {
      closeQuietly(theirs::close);
    }
  }

  private interface Closing {
    void run() throws IOException;
  }

  private void closeQuietly(Closing closing) {
    try {
      closing.run();
    } catch (IOException e) {
      daemon.note("a connection did not close: " + e.getMessage());
    }
  }
}
