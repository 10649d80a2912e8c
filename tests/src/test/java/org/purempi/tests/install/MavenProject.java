package org.purempi.tests.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.purempi.tests.Tree;

/**
 * Lets Maven build a user's project without a network: in a local repository of its own, with links
 * to everything that our own build has fetched, and with our jars as {@code mvn install} puts them
 * there.
 */
final class MavenProject {
  private static final List<String> JARS =
      List.of("os", "transport", "pmi", "mpi", "launch", "junit");

  private MavenProject() {}

  /** Sets the project's folder up; nothing of the project itself is written or changed. */
  static void offline(Path folder) throws IOException, InterruptedException {
    Path repository = Tree.ROOT.resolve("tests/target/repository-of-a-user");
    Files.createDirectories(repository);
    String fetched =
        System.getProperty("localRepository", System.getProperty("user.home") + "/.m2/repository");
    Installed.run(folder, Map.of(), "cp", "-rsn", fetched + "/.", repository.toString());
    install(repository);
    Path settings = Files.createDirectories(folder.resolve(".mvn")).resolve("maven.config");
    Files.writeString(settings, "-o\n-Dmaven.repo.local=" + repository + "\n");
  }

  private static void install(Path repository) throws IOException {
    put(repository, "purempi-parent", Tree.ROOT.resolve("pom.xml"), ".pom");
    for (String module : JARS) {
      put(
          repository,
          Installed.artifact(module),
          Tree.ROOT.resolve(module).resolve("pom.xml"),
          ".pom");
      put(repository, Installed.artifact(module), Installed.jar(module), ".jar");
    }
  }

  private static void put(Path repository, String artifact, Path file, String kind)
      throws IOException {
    String version = Installed.version();
    Path place = repository.resolve("org/purempi").resolve(artifact).resolve(version);
    Files.createDirectories(place);
    Path copy = place.resolve(artifact + "-" + version + kind);
    Files.deleteIfExists(copy);
    Files.copy(file, copy);
  }
}
