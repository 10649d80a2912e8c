package org.purempi.launch.remote;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.program.StableArchive;
import org.purempi.launch.program.Staging;
import org.purempi.launch.smpd.SmpdCommand;

/**
 * Sends the manager of a host the files that it lacks.
 *
 * @param host its name
 * @param commands makes a command {@code stage}
 * @param isLost whether the manager is gone
 */
record FileSender(
    String host, Switchboard board, Supplier<SmpdCommand> commands, BooleanSupplier isLost) {
  private static final int PIECE_BYTES = 64 << 10;

  /** So many pieces may be on their way. */
  private static final int WINDOW = 8;

  /** Asks for each item, and sends it where need be; answers where each is there. */
  Map<Path, String> send(Staging staging) throws IOException, InterruptedException {
    var there = new HashMap<Path, String>();
    @Nullable String unused = ask(commands.get());
    for (Staging.Item item : staging.items()) {
      SmpdCommand question =
          commands.get().with("path", item.origin().toString()).with("digest", item.digest());
      @Nullable String place = ask(item.isProgram() ? question.with("program", 1) : question);
      if (place == null) {
        var pieces = new Pieces();
        try (var out = new BufferedOutputStream(pieces, PIECE_BYTES)) {
          StableArchive.write(item.origin(), out);
        }
        place = ask(commands.get().with("end", 1));
      }
      if (place == null) {
        throw new IOException("host " + host + ": -stage: its manager does not say where it is");
      }
      there.put(item.origin(), place);
    }
    return there;
  }

  private @Nullable String ask(SmpdCommand command) throws IOException, InterruptedException {
    SmpdCommand answer = await(board.ask(command));
    String why = refusal(answer);
    if (why != null) {
      throw new IOException("host " + host + ": " + why);
    }
    return answer.get("at");
  }

  /** Why a command was not carried out; null if it was. */
  private static @Nullable String refusal(SmpdCommand answer) {
    String result = answer.fields().getOrDefault(SmpdCommand.RESULT, "no result");
    return result.equals(SmpdCommand.SUCCESS) ? null : result.replaceFirst("^FAIL: ", "");
  }

  private SmpdCommand await(CompletableFuture<SmpdCommand> answer)
      throws IOException, InterruptedException {
    while (true) {
      try {
        return answer.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        if (isLost.getAsBoolean()) {
          throw new IOException("host " + host + ": its manager is lost", e);
        }
      } catch (ExecutionException e) {
        throw new IOException(e);
      }
    }
  }

  /** Bytes as commands, a few ahead of what the manager has written. */
  private final class Pieces extends OutputStream {
    private final Semaphore window = new Semaphore(WINDOW);
    private volatile @Nullable String refused;

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      for (int at = offset; at < offset + length; at += PIECE_BYTES) {
        int end = Math.min(offset + length, at + PIECE_BYTES);
        piece(HexFormat.of().withUpperCase().formatHex(bytes, at, end));
      }
    }

    private void piece(String data) throws IOException {
      try {
        while (!window.tryAcquire(1, TimeUnit.SECONDS)) {
          if (isLost.getAsBoolean()) {
            throw new IOException("host " + host + ": its manager is lost");
          }
        }
        String why = refused;
        if (why != null) {
          throw new IOException("host " + host + ": " + why);
        }
        var unused = board.ask(commands.get().with("data", data)).thenAccept(this::answered);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }

    private void answered(SmpdCommand answer) {
      String why = refusal(answer);
      if (why != null) {
        refused = why;
      }
      window.release();
    }
  }
}
