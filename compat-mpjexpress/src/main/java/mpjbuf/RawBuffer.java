package mpjbuf;

import java.util.Arrays;

/** The memory of a buffer, which grows as needed. */
public final class RawBuffer {
  private byte[] memory;

  RawBuffer(int capacity) {
    this.memory = new byte[capacity];
  }

  /** Bytes that it holds now. */
  public int getCapacity() {
    return memory.length;
  }

  byte[] memory(int atLeast) {
    if (atLeast > memory.length) {
      memory = Arrays.copyOf(memory, Math.max(atLeast, memory.length + memory.length / 2));
    }
    return memory;
  }
}
