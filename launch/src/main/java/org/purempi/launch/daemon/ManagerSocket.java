package org.purempi.launch.daemon;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.purempi.os.PrivateFiles;

/**
 * Where one manager calls its daemon, once; in a folder of its own that only this user can enter,
 * and that is gone as soon as the manager has called.
 */
final class ManagerSocket implements Daemon.Attachment {
  private final ServerSocketChannel server;
  private final Path folder;
  private final Visit visit;

  ManagerSocket(Visit visit, Selector selector) throws IOException {
    this.visit = visit;
    this.folder = PrivateFiles.temporary("purempi-smpd-", null);
    this.server = open(folder);
    try {
      server.bind(UnixDomainSocketAddress.of(path()), 1);
      server.configureBlocking(false);
      server.register(selector, SelectionKey.OP_ACCEPT, this);
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private static ServerSocketChannel open(Path folder) throws IOException {
    try {
      return ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    } catch (IOException e) {
      Files.deleteIfExists(folder);
      throw e;
    }
  }

  Path path() {
    return folder.resolve("call");
  }

  @Override
  public void ready() {
    try {
      SocketChannel channel = server.accept();
      if (channel != null) {
        close();
        visit.manager(channel);
      }
    } catch (IOException e) {
      visit.noManager("cannot take its manager's call: " + e.getMessage());
    }
  }

  void close() throws IOException {
    server.close();
    Files.deleteIfExists(path());
    Files.deleteIfExists(folder);
  }
}
