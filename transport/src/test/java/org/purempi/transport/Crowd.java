package org.purempi.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * One of many ranks that send frames of random length to every rank in random order, and check what
 * they get.
 */
final class Crowd implements Callable<@Nullable Void> {
  private final Transport transport;
  private final int framesPerPair;
  private final long seed;
  private final SplittableRandom random;
  private final int[] sent;
  private final int[] got;
  private int left;

  Crowd(Transport transport, int framesPerPair, long seed) {
    this.transport = transport;
    this.framesPerPair = framesPerPair;
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.sent = new int[transport.size()];
    this.got = new int[transport.size()];
    this.left = 2 * framesPerPair * transport.size();
  }

  @Override
  public @Nullable Void call() {
    while (left > 0) {
      int peer = random.nextInt(sent.length);
      if (sent[peer] < framesPerPair && offer(peer)) {
        sent[peer]++;
        left--;
      }
      if (transport.poll(this::check) == 0) {
        Together.pause();
      }
    }
    return null;
  }

  private boolean offer(int peer) {
    Endpoint endpoint = transport.endpoint(peer);
    int bytes = random.nextInt(endpoint.maxPayloadBytes() + 1);
    byte[] payload = TransportContract.pattern(bytes, sent[peer]);
    return endpoint.offer(sent[peer], transport.rank(), bytes, Cursor.over(payload), bytes)
        == Offer.OK;
  }

  private void check(
      int peer, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes) {
    assertThat(word0).as("number of a frame from %d, seed %d", peer, seed).isEqualTo(got[peer]);
    assertThat(word1).isEqualTo(peer);
    assertThat(word2).isEqualTo(bytes);
    MemorySegment expected = MemorySegment.ofArray(TransportContract.pattern(bytes, got[peer]));
    assertThat(expected.mismatch(memory.asSlice(offset, bytes)))
        .as("payload of frame %d from %d, seed %d", word0, peer, seed)
        .isEqualTo(-1);
    got[peer]++;
    left--;
  }
}
