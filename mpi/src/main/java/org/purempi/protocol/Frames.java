package org.purempi.protocol;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.MalformedException;

/**
 * What each kind of frame does when it arrives: who brings a kind registers its handler, before the
 * first frame. Handlers run inside the rank's lock, in whichever thread polls, and neither wait nor
 * call the program.
 */
public final class Frames implements FrameHandler {
  /** Takes the frames of a kind. */
  @FunctionalInterface
  public interface Handler {
    /**
     * A frame has come.
     *
     * @param from the process that has sent it
     * @param memory where its {@code bytes} bytes lie, from {@code offset} on, until this returns
     * @throws MalformedException if no rank sends this: then nothing more is taken from there
     */
    void frame(
        int from, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes);
  }

  private static final Handler UNKNOWN =
      (from, word0, word1, word2, memory, offset, bytes) -> {
        throw new MalformedException("a message of unknown kind " + Header.kind(word0));
      };

  private final Engine engine;

  /** How many have come that are no whole messages, for tools. */
  long others;

  private final Handler[] handlers = new Handler[Header.KINDS];

  Frames(Engine engine) {
    this.engine = engine;
    Arrays.fill(handlers, UNKNOWN);
  }

  /** From now on frames of a kind go to {@code handler}. */
  public void register(int kind, Handler handler) {
    if (handlers[kind] != UNKNOWN || kind == Header.EAGER) {
      throw new IllegalStateException("frames of kind " + kind + " have a handler");
    }
    handlers[kind] = handler;
  }

  @Override
  public void frame(
      int from, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes) {
    try {
      int kind = Header.kind(word0);
      if (kind == Header.EAGER) {
        engine.matching.eager(from, word0, word1, memory, offset, bytes);
      } else {
        others++;
        handlers[kind].frame(from, word0, word1, word2, memory, offset, bytes);
      }
    } catch (MalformedException e) {
      engine.gone.reject(from, e);
    }
  }

  @Override
  public @Nullable MemorySegment landing(int from, long word0, long word1, long word2, int bytes) {
    return engine.matching.landing(from, word0, word1, bytes);
  }

  @Override
  public void landed(int from, long word0, long word1, long word2, int bytes) {
    others++;
    engine.matching.landed(from, word0, word1, bytes);
  }

  @Override
  public void gone(int process, String reason, boolean inPeace) {
    engine.gone.add(process, reason, inPeace);
  }
}
