package org.purempi.layout;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.purempi.ErrorClass;
import org.purempi.MpiException;

/** Objects as bytes: Java serialization, in chunks, read behind a filter. */
public final class ObjectCodec {
  private static final int CHUNK_BYTES = 1 << 30;
  private static final int FIRST_BYTES = 512;

  /**
   * What {@link org.purempi.Mpi#objectFilter} documents: the JDK's value classes and collections,
   * and the application's own classes; not the JDK's others, which hold the known traps.
   */
  public static final ObjectInputFilter DEFAULT_FILTER =
      ObjectInputFilter.Config.createFilter(
          "maxdepth=10000;!java.lang.reflect.**;!java.lang.invoke.SerializedLambda"
              + ";java.lang.*;java.math.*;java.time.**;java.util.*;java.util.concurrent.*"
              + ";java.util.concurrent.atomic.*;java.net.URI;java.io.File"
              + ";!java.**;!javax.**;!jdk.**;!sun.**;!com.sun.**"
              + ";!org.apache.commons.collections*.functors.**;!org.codehaus.groovy.runtime.**"
              + ";!org.springframework.beans.factory.**;!com.mchange.**");

  private ObjectCodec() {}

  /** Writes to chunks of at most 2³⁰ bytes. */
  private static final class Chunks extends OutputStream {
    final List<byte[]> full = new ArrayList<>();
    byte[] last = new byte[FIRST_BYTES];
    int used;

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      int at = offset;
      for (int left = length; left > 0; ) {
        makeRoom(left);
        int n = Math.min(left, last.length - used);
        System.arraycopy(from, at, last, used, n);
        used += n;
        at += n;
        left -= n;
      }
    }

    private void makeRoom(int wanted) {
      if (used < last.length) {
        return;
      }
      if (used == CHUNK_BYTES) {
        full.add(last);
        last = new byte[FIRST_BYTES];
        used = 0;
      } else {
        long size = Math.max(2L * last.length, (long) used + wanted);
        last = Arrays.copyOf(last, (int) Math.min(size, CHUNK_BYTES));
      }
    }
  }

  /** The object's bytes in chunks; at least one. */
  public static List<byte[]> encode(Object value) {
    Chunks chunks = new Chunks();
    try (var out = new ObjectOutputStream(chunks)) {
      out.writeObject(value);
    } catch (IOException e) {
      throw new MpiException(
          ErrorClass.TYPE,
          "cannot serialize an object of "
              + value.getClass().getName()
              + ": "
              + e
              + "; make its classes java.io.Serializable, or send a record or arrays",
          e);
    }
    List<byte[]> all = new ArrayList<>(chunks.full);
    all.add(Arrays.copyOf(chunks.last, chunks.used));
    return all;
  }

  /** The object in the chunks. Its classes come from the caller's context loader. */
  public static Object decode(List<byte[]> chunks, ObjectInputFilter filter) {
    List<InputStream> streams = new ArrayList<>();
    chunks.forEach(c -> streams.add(new ByteArrayInputStream(c)));
    try (var in = new Reader(new SequenceInputStream(Collections.enumeration(streams)))) {
      in.setObjectInputFilter(filter);
      return in.readObject();
    } catch (InvalidClassException e) {
      throw new MpiException(
          ErrorClass.TYPE,
          "an object that arrived was refused: "
              + e.getMessage()
              + "; Mpi.objectFilter decides which classes are admitted",
          e);
    } catch (IOException | ClassNotFoundException e) {
      throw new MpiException(ErrorClass.TYPE, "an object that arrived cannot be read: " + e, e);
    }
  }

  private static final class Reader extends ObjectInputStream {
    Reader(InputStream in) throws IOException {
      super(in);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      if (loader != null) {
        try {
          return Class.forName(description.getName(), false, loader);
        } catch (ClassNotFoundException e) {
          return super.resolveClass(description);
        }
      }
      return super.resolveClass(description);
    }
  }
}
