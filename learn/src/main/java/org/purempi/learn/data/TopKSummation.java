package org.purempi.learn.data;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.MemorySegment;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.PersistentRequest;
import org.purempi.learn.ElementType;

/** The k numbers of largest magnitude of each rank, with their places; the rest waits. */
final class TopKSummation implements Exchange.Summation {
  private final MemorySegment gradient;
  private final float[] rest;
  private final int[] chosen;
  private final int[] all;
  private final PersistentRequest give;

  TopKSummation(Communicator comm, MemorySegment gradient, ElementType type, double share) {
    if (type != ElementType.FLOAT32) {
      throw new IllegalArgumentException("the largest are chosen of FLOAT32 alone, not of " + type);
    }
    int count = Math.toIntExact(gradient.byteSize() / Float.BYTES);
    int k = Math.min(count, Math.max(1, (int) Math.ceil(share * count)));
    this.gradient = gradient;
    this.rest = new float[count];
    this.chosen = new int[2 * k];
    this.all = new int[2 * total(k, comm.size())];
    this.give = comm.allgatherInit(Buf.of(chosen), Buf.of(all));
  }

  /** How many numbers come from all ranks. */
  static int total(int k, int ranks) {
    long total = (long) k * ranks;
    if (total > (Integer.MAX_VALUE - 8) / 2) {
      throw new IllegalArgumentException(
          ("the %d largest numbers of each of %d ranks are too many for an array: make the share"
                  + " or the buckets smaller")
              .formatted(k, ranks));
    }
    return (int) total;
  }

  @Override
  public void start() {
    int k = chosen.length / 2;
    float[] magnitudes = new float[rest.length];
    for (int i = 0; i < rest.length; i++) {
      rest[i] += gradient.getAtIndex(JAVA_FLOAT, i);
      magnitudes[i] = Math.abs(rest[i]);
    }
    float least = k == 0 ? 0 : smallestOfLargest(magnitudes, k);
    int n = 0;
    for (int pass = 0; pass < 2; pass++) { // those above the limit, then as many at it as are left
      for (int i = 0; i < rest.length && n < k; i++) {
        float magnitude = Math.abs(rest[i]);
        if (pass == 0 ? magnitude > least || Float.isNaN(magnitude) : magnitude == least) {
          chosen[n] = i;
          chosen[k + n++] = Float.floatToRawIntBits(rest[i]);
        }
      }
    }
    for (int i = 0; i < k; i++) {
      rest[chosen[i]] = 0;
    }
    give.start();
  }

  /** The k-th largest of some numbers, whose order changes: Hoare's selection. */
  static float smallestOfLargest(float[] a, int k) {
    int wanted = a.length - k;
    int low = 0;
    int high = a.length - 1;
    while (low < high) {
      float pivot = a[(low + high) >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (Float.compare(a[i], pivot) < 0) {
          i++;
        }
        while (Float.compare(a[j], pivot) > 0) {
          j--;
        }
        if (i <= j) {
          float other = a[i];
          a[i++] = a[j];
          a[j--] = other;
        }
      }
      if (wanted <= j) {
        high = j;
      } else if (wanted >= i) {
        low = i;
      } else {
        break;
      }
    }
    return a[wanted];
  }

  @Override
  public void advance() {
    give.getStatus();
  }

  @Override
  public void finish() {
    give.waitFor();
    int k = chosen.length / 2;
    float[] sum = new float[rest.length];
    for (int from = 0; from < all.length; from += 2 * k) {
      for (int i = from; i < from + k; i++) {
        sum[all[i]] += Float.intBitsToFloat(all[i + k]);
      }
    }
    MemorySegment.copy(sum, 0, gradient, JAVA_FLOAT, 0, sum.length);
  }

  @Override
  public void close() {
    give.free();
  }
}
