package org.purempi.launch.remote;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.local.LocalSite;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.SmpdException;
import org.purempi.launch.smpd.Verb;

/**
 * What mpiexec sends a manager's ranks to read. A rank that does not read must not keep us: each
 * has a thread for its input. Used by the manager's thread.
 */
final class RankInputs {
  private final Switchboard board;
  private final Map<Integer, ExecutorService> inputs = new ConcurrentHashMap<>();

  RankInputs(Switchboard board) {
    this.board = board;
  }

  /** Takes a command; it is answered once the rank has read. */
  void take(LocalSite mine, SmpdCommand command) throws SmpdException {
    int rank = command.requireInt("rank");
    byte[] bytes = bytes(command.get("data"));
    inputs
        .computeIfAbsent(rank, r -> Executors.newSingleThreadExecutor(RankInputs::daemon))
        .execute(() -> input(mine, rank, command, bytes));
  }

  private static byte[] bytes(@Nullable String data) throws SmpdException {
    try {
      return data == null ? new byte[0] : HexFormat.of().parseHex(data);
    } catch (IllegalArgumentException e) {
      throw new SmpdException("stdin: no bytes in hexadecimal digits");
    }
  }

  private void input(LocalSite mine, int rank, SmpdCommand command, byte[] bytes) {
    try {
      String result = SmpdCommand.SUCCESS;
      try {
        OutputStream to = mine.input(rank);
        if (command.verb() == Verb.CLOSE_STDIN) {
          to.close();
        } else {
          to.write(bytes);
          to.flush();
        }
      } catch (IOException e) {
        result = "FAIL: the rank reads no more";
      }
      board.answer(command, result);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static Thread daemon(Runnable body) {
    return Thread.ofPlatform().daemon().unstarted(body);
  }
}
