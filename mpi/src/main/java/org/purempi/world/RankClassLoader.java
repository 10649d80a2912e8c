package org.purempi.world;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.cert.Certificate;

/**
 * The classes of one rank's program: each rank has its own, so static variables are the rank's, as
 * in a process. The library is the parent's and shared. What would end or read for the whole JVM
 * becomes the rank's own ({@link OwnCalls}).
 */
final class RankClassLoader extends URLClassLoader {
  private final Seat seat;

  static {
    registerAsParallelCapable();
  }

  /** For the program of the rank that sits there. */
  RankClassLoader(Seat seat, URL[] classPath, ClassLoader parent) {
    super("rank " + seat.rank(), classPath, parent);
    this.seat = seat;
  }

  /** The rank whose program it loads. */
  Seat seat() {
    return seat;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    URL url = findResource(file);
    if (url == null) {
      throw new ClassNotFoundException(name);
    }
    try (InputStream in = url.openStream()) {
      byte[] bytes = OwnCalls.of(in.readAllBytes());
      int dot = name.lastIndexOf('.');
      if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
        definePackage(name.substring(0, dot));
      }
      return defineClass(name, bytes, 0, bytes.length, new CodeSource(root(url, file), NOBODY));
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static final Certificate[] NOBODY = {};

  private void definePackage(String name) {
    try {
      definePackage(name, null, null, null, null, null, null, null);
    } catch (IllegalArgumentException e) {
      assert getDefinedPackage(name) != null : "another thread has defined it";
    }
  }

  /** The entry of the class path that holds a file. */
  private static URL root(URL url, String file) throws IOException {
    String text = url.toString();
    String root = text.substring(0, text.length() - file.length());
    if (root.startsWith("jar:") && root.endsWith("!/")) {
      root = root.substring("jar:".length(), root.length() - "!/".length());
    }
    return java.net.URI.create(root).toURL();
  }
}
