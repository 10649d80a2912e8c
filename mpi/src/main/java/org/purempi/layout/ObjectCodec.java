package org.purempi.layout;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectOutputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;

/**
 * Objects as bytes, by Java's serialization. What arrives is read behind a filter: {@link
 * #DEFAULT_FILTER} unless the user has set another, and never more memory for an array than the
 * message's own length makes plausible.
 */
public final class ObjectCodec {
  /** The longest chunk: well below the longest array, and not too large to find on a full heap. */
  public static final int CHUNK_BYTES = 1 << 28;

  /** The longest array that every JVM makes. */
  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  /** The filter of ranks that set none ({@link org.purempi.Mpi#objectFilter}). */
  public static final ObjectInputFilter DEFAULT_FILTER = TrustedClasses::check;

  private ObjectCodec() {}

  /**
   * A filter that asks a pattern first ({@link ObjectInputFilter.Config#createFilter}), and {@link
   * #DEFAULT_FILTER} where it says nothing.
   *
   * @throws IllegalArgumentException if it is not a pattern
   */
  public static ObjectInputFilter filter(String pattern) {
    ObjectInputFilter first = ObjectInputFilter.Config.createFilter(pattern);
    if (first == null) {
      throw new IllegalArgumentException("no class is named");
    }
    return info -> {
      ObjectInputFilter.Status said = first.checkInput(info);
      return said == ObjectInputFilter.Status.UNDECIDED ? DEFAULT_FILTER.checkInput(info) : said;
    };
  }

  /**
   * Serialises an object into chunks of {@link #CHUNK_BYTES}, the last one shorter; nearly always
   * one chunk.
   *
   * @throws MpiArgumentException ({@code TYPE}) if a class is not serializable
   */
  public static List<byte[]> encode(Object value) {
    return encode(value, CHUNK_BYTES);
  }

  static List<byte[]> encode(Object value, int chunkBytes) {
    ChunkedOutput chunks = new ChunkedOutput(chunkBytes);
    try (ObjectOutputStream out = new ObjectOutputStream(chunks)) {
      out.writeObject(value);
    } catch (NotSerializableException e) {
      throw unwritable(
          value, "class " + e.getMessage() + " in it does not implement java.io.Serializable", e);
    } catch (IOException e) {
      throw unwritable(value, String.valueOf(e.getMessage()), e);
    } catch (StackOverflowError e) {
      throw unwritable(
          value,
          "it is nested too deeply for the thread's stack (a linked structure of its own kind?): "
              + "send it as an array or a java.util collection",
          e);
    }
    return chunks.chunks();
  }

  /**
   * Serialises an object into one array.
   *
   * @throws MpiArgumentException ({@code TYPE}) if a class is not serializable, ({@code COUNT}) if
   *     it is too long for an array
   */
  public static byte[] encodeWhole(Object value) {
    List<byte[]> chunks = encode(value);
    if (chunks.size() == 1) {
      return chunks.getFirst();
    }
    long bytes = chunks.stream().mapToLong(c -> c.length).sum();
    if (bytes > LONGEST_ARRAY) {
      throw new MpiArgumentException(
          ErrorClass.COUNT,
          "an object of class "
              + value.getClass().getName()
              + " takes "
              + bytes
              + " bytes, more than an array holds: send it with sendObject");
    }
    ByteBuffer whole = ByteBuffer.allocate((int) bytes);
    chunks.forEach(whole::put);
    return whole.array();
  }

  private static MpiArgumentException unwritable(Object value, String why, Throwable cause) {
    var error =
        new MpiArgumentException(
            ErrorClass.TYPE,
            "cannot serialise an object of class " + value.getClass().getName() + ": " + why);
    error.initCause(cause);
    return error;
  }

  /**
   * Reads an object back, with the classes that the calling thread's context class loader knows.
   *
   * @throws MpiException ({@code TYPE}) if a class of it is not known here, the filter refuses one,
   *     a limit is passed or the bytes are no object
   */
  public static Object decode(List<byte[]> chunks, ObjectRules rules) {
    long bytes = chunks.stream().mapToLong(c -> c.length).sum();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    FilterWithMemory guard =
        new FilterWithMemory(
            rules,
            bytes,
            limit -> Outline.steps(stream(chunks), name -> isRecord(name, loader), limit));
    Object value;
    try (ObjectReader in = new ObjectReader(stream(chunks), loader)) {
      in.setObjectInputFilter(guard);
      value = in.readObject();
    } catch (ClassNotFoundException | LinkageError e) {
      throw unreadable(
          "its class "
              + e.getMessage()
              + " is not known here: put it on the class path of every rank",
          e);
    } catch (IOException | RuntimeException e) { // the latter from garbage, too
      throw unreadable(guard.refusal().orElse(String.valueOf(e.getMessage())), e);
    } catch (StackOverflowError e) {
      throw unreadable("it is nested too deeply for the thread's stack", e);
    }
    if (value == null) {
      throw new MpiException(ErrorClass.TYPE, "null arrived where an object was expected");
    }
    return value;
  }

  private static boolean isRecord(String name, @Nullable ClassLoader loader) {
    try {
      return Class.forName(name, false, loader).isRecord();
    } catch (ClassNotFoundException | LinkageError e) {
      return false; // it will not be made, either
    }
  }

  /** As {@link #decode(List, ObjectRules)}; an object of another class is an error. */
  public static <T> T decode(List<byte[]> chunks, ObjectRules rules, Class<T> type) {
    Object value = decode(chunks, rules);
    if (!type.isInstance(value)) {
      throw new MpiException(
          ErrorClass.TYPE,
          "expected an object of "
              + type.getName()
              + ", received one of "
              + value.getClass().getName());
    }
    return type.cast(value);
  }

  private static MpiException unreadable(String why, Throwable cause) {
    return new MpiException(ErrorClass.TYPE, "cannot read an object that arrived: " + why, cause);
  }

  private static InputStream stream(List<byte[]> chunks) {
    return chunks.size() == 1
        ? new ByteArrayInputStream(chunks.getFirst())
        : new SequenceInputStream(
            Collections.enumeration(chunks.stream().map(ByteArrayInputStream::new).toList()));
  }
}
