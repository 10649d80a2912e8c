package org.purempi.layout;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import org.jspecify.annotations.Nullable;

/** An object stream that finds classes by the caller's loader before the library's. */
final class ObjectReader extends ObjectInputStream {
  private final @Nullable ClassLoader loader;

  ObjectReader(InputStream in, @Nullable ClassLoader loader) throws IOException {
    super(in);
    this.loader = loader;
  }

  @Override
  protected Class<?> resolveClass(ObjectStreamClass description)
      throws IOException, ClassNotFoundException {
    if (loader != null) {
      try {
        return Class.forName(description.getName(), false, loader);
      } catch (ClassNotFoundException e) {
        // primitives and the library's own are found below
      }
    }
    try {
      return super.resolveClass(description);
    } catch (ClassNotFoundException e) {
      // Where the library reads for a program, as workers do that it has started.
      ClassLoader program = Thread.currentThread().getContextClassLoader();
      if (program == null) {
        throw e;
      }
      return Class.forName(description.getName(), false, program);
    }
  }
}
