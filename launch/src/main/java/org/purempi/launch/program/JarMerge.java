package org.purempi.launch.program;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Makes one jar of several, not compressed: every start opens and searches those on its class path.
 * Run by {@code bin/lib/common.sh}.
 */
final class JarMerge {
  private JarMerge() {}

  /** Of two arguments each: the jar to make, and the jars that go into it, as a class path. */
  public static void main(String[] args) throws IOException {
    for (int i = 0; i + 1 < args.length; i += 2) {
      merge(Path.of(args[i]), args[i + 1].split(File.pathSeparator, -1));
    }
  }

  private static void merge(Path made, String... jars) throws IOException {
    Set<String> names = new HashSet<>();
    try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(made));
        ZipOutputStream to = new ZipOutputStream(file)) {
      to.setMethod(ZipOutputStream.STORED);
      for (String jar : jars) {
        try (ZipFile from = new ZipFile(jar)) {
          for (ZipEntry entry : from.stream().toList()) {
            if (!entry.getName().equals("module-info.class") && names.add(entry.getName())) {
              copy(from, entry, to);
            }
          }
        }
      }
    }
  }

  private static void copy(ZipFile from, ZipEntry entry, ZipOutputStream to) throws IOException {
    byte[] bytes;
    try (var content = from.getInputStream(entry)) {
      bytes = content.readAllBytes();
    }
    CRC32 crc = new CRC32();
    crc.update(bytes);
    ZipEntry stored = new ZipEntry(entry.getName());
    stored.setTime(entry.getTime());
    stored.setSize(bytes.length);
    stored.setCrc(crc.getValue());
    to.putNextEntry(stored);
    to.write(bytes);
    to.closeEntry();
  }
}
