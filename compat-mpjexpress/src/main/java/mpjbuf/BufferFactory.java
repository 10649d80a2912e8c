package mpjbuf;

/** Makes the memory of buffers. */
public final class BufferFactory {
  /** Kept for programs that make one. */
  public BufferFactory() {}

  /** Memory of at least {@code size} bytes. */
  public static RawBuffer create(int size) {
    return new RawBuffer(size);
  }

  /** Nothing: memory that nobody uses any more is forgotten. */
  public static void destroy(RawBuffer buffer) {}
}
