package org.purempi.launch.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(10)
class GuessesTest {
  @TempDir private Path place;

  private void file(String name) throws IOException {
    Path file = place.resolve(name);
    Files.createDirectories(file.getParent());
    Files.createFile(file);
  }

  private String guess(String program) {
    var none = List.<String>of();
    var app = new AppContext(2, program, false, none, none, null, null, List.of(), place, Map.of());
    return Guesses.of(app, "lib.jar:classes");
  }

  @Test
  void aSourceOrAJarOfThatNameIsMeantInWhateverLetters() throws IOException {
    file("Tag.java");
    file("Ring.jar");
    file("demo/Hello.java");
    assertThat(guess("Tag")).isEqualTo("; did you mean Tag.java?");
    assertThat(guess("tag.java")).isEqualTo("; did you mean Tag.java?");
    assertThat(guess("./Tag")).isEqualTo("; did you mean ./Tag.java?");
    assertThat(guess("Tag.class")).isEqualTo("; did you mean Tag.java?");
    assertThat(guess("ring")).isEqualTo("; did you mean Ring.jar?");
    assertThat(guess("demo.Hello")).isEqualTo("; did you mean demo/Hello.java?");
  }

  @Test
  void aClassOfThatNameIsMeantInWhateverPackageAndLetters() throws IOException {
    file("classes/demo/Tag.class");
    file("target/classes/org/acme/Solver.class");
    try (var jar = new JarOutputStream(Files.newOutputStream(place.resolve("lib.jar")))) {
      jar.putNextEntry(new JarEntry("acme/Ring.class"));
    }
    assertThat(guess("tag")).isEqualTo("; did you mean the class demo.Tag?");
    assertThat(guess("Ring")).isEqualTo("; did you mean the class acme.Ring?");
    assertThat(guess("acme.ring")).isEqualTo("; did you mean the class acme.Ring?");
    assertThat(guess("Solver")).isEqualTo("; did you mean -cp target/classes org.acme.Solver?");
  }

  @Test
  void whatIsLikeNothingIsNotGuessed() throws IOException {
    file("Tag.java");
    assertThat(guess("Solver")).isEmpty();
    assertThat(guess("a\0b")).isEmpty();
  }
}
