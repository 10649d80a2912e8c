package org.purempi;

import java.util.ServiceLoader;

/** Finds the one provider, by the library's own class loader. */
final class Providers {
  private Providers() {}

  private static final class Holder {
    static final MpiProvider PROVIDER =
        ServiceLoader.load(MpiProvider.class, Mpi.class.getClassLoader())
            .findFirst()
            .orElseThrow(
                () ->
                    new MpiException(
                        ErrorClass.INTERN,
                        "the purempi jar is damaged: it names no provider of"
                            + " org.purempi.MpiProvider"));
  }

  static MpiProvider provider() {
    return Holder.PROVIDER;
  }

  static String libraryVersion() {
    return "purempi " + provider().version() + ", Java " + Runtime.version().feature();
  }
}
