package org.purempi.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What belongs to a stranger can be made by root only; without it, the modes are tested. */
@Timeout(10)
class PrivateFilesTest {
  private static final int STRANGER = 12345;

  @TempDir private Path folder;

  @BeforeEach
  void resolveTheTestsOwnFolder() throws IOException {
    folder = folder.toRealPath();
  }

  private Path shared(String name, int mode) throws IOException {
    Path made = Files.createDirectory(folder.resolve(name));
    Files.setAttribute(made, "unix:mode", mode);
    return made;
  }

  private static Path strangers(Path path) throws IOException {
    assumeTrue(User.id() == 0, "only root can give files to others");
    Files.setAttribute(path, "unix:uid", STRANGER, LinkOption.NOFOLLOW_LINKS);
    return path;
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static void write(Path path, boolean appends, String text) throws IOException {
    try (OutputStream out = PrivateFiles.output(path, appends)) {
      out.write(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
  }

  @Test
  void aFolderIsMadeForThisUserAloneWithAllAboveIt() throws IOException {
    Path made = PrivateFiles.folder(folder.resolve("a/b"));
    assertThat(made).isEqualTo(folder.resolve("a/b"));
    assertThat(mode(made)).isEqualTo("rwx------");
    assertThat(mode(java.util.Objects.requireNonNull(made.getParent()))).isEqualTo("rwx------");
    assertThat(PrivateFiles.folder(made)).isEqualTo(made);
  }

  @ParameterizedTest
  @ValueSource(ints = {0777, 01777, 0702})
  void aFolderThatOthersMayWriteToIsNotTaken(int mode) throws IOException {
    Path open = shared("open", mode);
    assertThatThrownBy(() -> PrivateFiles.folder(open))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("can be changed by other users");
  }

  @Test
  void aFolderThatOthersCouldReplaceIsNotTaken() throws IOException {
    Path above = shared("above", 0777);
    Files.createDirectories(above.resolve("mine"));
    assertThatThrownBy(() -> PrivateFiles.folder(above.resolve("mine")))
        .hasMessageContaining(above + " can be changed by other users (rwxrwxrwx)");
    assertThatThrownBy(() -> PrivateFiles.folder(above.resolve("new/er")));
    assertThat(above.resolve("new")).doesNotExist();
    Path sticky = shared("sticky", 01777);
    assertThat(PrivateFiles.folder(sticky.resolve("mine"))).isEqualTo(sticky.resolve("mine"));
  }

  @Test
  void whatAStrangerHasPlantedIsNotTaken() throws IOException {
    Path sticky = shared("sticky", 01777);
    Path mine = Files.createDirectory(folder.resolve("mine"));
    Path link = strangers(Files.createSymbolicLink(sticky.resolve("link"), mine));
    Path planted = strangers(Files.createDirectory(sticky.resolve("planted")));
    assertThatThrownBy(() -> PrivateFiles.folder(link)).hasMessageContaining("is a link that");
    assertThatThrownBy(() -> PrivateFiles.folder(link.resolve("deeper")))
        .hasMessageContaining("is a link that another user (12345) has put there");
    assertThatThrownBy(() -> PrivateFiles.folder(planted.resolve("deeper")))
        .hasMessageContaining("belongs to another user");
    assertThat(mine).isEmptyDirectory();
    assertThat(planted).isEmptyDirectory();
  }

  @Test
  void linksOfThisUserAreFollowed() throws IOException {
    Path sticky = shared("sticky", 01777);
    Path mine = Files.createDirectory(folder.resolve("mine"));
    Path link = Files.createSymbolicLink(sticky.resolve("link"), Path.of("../mine"));
    assertThat(PrivateFiles.folder(link.resolve("deeper"))).isEqualTo(mine.resolve("deeper"));
    Files.createSymbolicLink(folder.resolve("circle"), Path.of("circle"));
    assertThatThrownBy(() -> PrivateFiles.folder(folder.resolve("circle")))
        .hasMessageContaining("40 links");
  }

  @Test
  void aTemporaryFolderIsNotMadeWhereOthersCouldReplaceIt() throws IOException {
    Path open = shared("open", 0777);
    Path made = PrivateFiles.temporary("purempi-test-", open);
    try {
      assertThat(open).isEmptyDirectory();
      assertThat(mode(made)).isEqualTo("rwx------");
    } finally {
      Files.delete(made);
    }
  }

  @Test
  void aLastingFolderIsFoundAgainBesideAStrangersOfTheSameKind() throws IOException {
    String prefix = "purempi-test-" + ProcessHandle.current().pid() + "-";
    Path first = PrivateFiles.lasting(prefix);
    Path earlier = first.resolveSibling(prefix + User.id() + "-");
    try {
      assertThat(PrivateFiles.lasting(prefix)).isEqualTo(first);
      Files.createDirectory(earlier);
      Files.setAttribute(earlier, "unix:mode", 0777);
      assertThat(PrivateFiles.lasting(prefix)).isEqualTo(first);
      assertThat(PrivateFiles.allLasting(prefix)).containsExactly(first);
    } finally {
      Files.delete(first);
      Files.deleteIfExists(earlier);
    }
  }

  @Test
  void outputIsForThisUserAloneUnlessTheFileIsThere() throws IOException {
    Path log = folder.resolve("log");
    write(log, false, "a");
    assertThat(mode(log)).isEqualTo("rw-------");
    Files.setPosixFilePermissions(log, PosixFilePermissions.fromString("rw-r--r--"));
    write(log, true, "b");
    assertThat(log).hasContent("ab");
    assertThat(mode(log)).isEqualTo("rw-r--r--");
    write(log, false, "c");
    assertThat(log).hasContent("c");
    write(Path.of("/dev/null"), false, "nothing");
    write(Path.of("/dev/stderr"), true, "");
    PrivateFiles.outputFolder(folder.resolve("d/e"));
    assertThat(mode(folder.resolve("d/e"))).isEqualTo("rwx------");
  }

  @Test
  void outputDoesNotGoThroughAStrangersLink() throws IOException {
    Path precious = Files.writeString(folder.resolve("precious"), "p");
    Path open = shared("open", 0777);
    Path link = strangers(Files.createSymbolicLink(open.resolve("rank-0.out"), precious));
    assertThatThrownBy(() -> PrivateFiles.output(link, false))
        .hasMessageContaining("is a link that another user");
    assertThatThrownBy(() -> PrivateFiles.forOutput(link))
        .hasMessageContaining("is a link that another user");
    assertThat(precious).hasContent("p");
  }

  @ParameterizedTest
  @ValueSource(ints = {01777, 0777, 03775})
  void outputDoesNotGoIntoWhatAStrangerHasPlanted(int mode) throws Exception {
    Path open = shared("open", mode);
    Path file = strangers(Files.createFile(open.resolve("rank-0.out")));
    Files.setAttribute(open, "unix:gid", STRANGER);
    Path trap = strangers(Files.createDirectory(open.resolve("out")));
    Path inTrap = Files.createFile(trap.resolve("rank-0.out"));
    Files.setAttribute(trap, "unix:mode", 0755);
    Path pipe = open.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    strangers(pipe);
    for (Path planted : List.of(file, inTrap, trap.resolve("new"), pipe)) {
      assertThatThrownBy(() -> PrivateFiles.output(planted, false))
          .hasMessageContaining("belongs to another user (12345)");
      assertThatThrownBy(() -> PrivateFiles.forOutput(planted))
          .hasMessageContaining("belongs to another user (12345)");
    }
    for (Path planted : List.of(trap, trap.resolve("deeper"))) {
      assertThatThrownBy(() -> PrivateFiles.outputFolder(planted))
          .hasMessageContaining(trap + " belongs to another user (12345)");
    }
    write(Files.createFile(open.resolve("mine")), false, "m");
    write(open.resolve("new"), true, "n");
    assertThat(open.resolve("new")).hasContent("n");
    Path away = open.resolveSibling("pipe");
    Files.move(pipe, away);
    assertThatThrownBy(() -> PrivateFiles.output(away, false))
        .hasMessageContaining("is not a file");
  }

  @Test
  void aColleaguesThingsInAFolderOfTheGroupAreUsed() throws IOException {
    Path group = shared("group", 02775);
    assumeTrue(User.id() == 0, "only root can give files to others");
    Files.setAttribute(group, "unix:gid", STRANGER);
    Path real = Files.createDirectory(folder.resolve("real"));
    Path link = strangers(Files.createSymbolicLink(group.resolve("latest"), real));
    Path file = strangers(Files.createFile(group.resolve("log")));
    write(link.resolve("log"), false, "l");
    write(file, true, "f");
    PrivateFiles.outputFolder(link.resolve("out"));
    assertThat(real.resolve("log")).hasContent("l");
    assertThat(file).hasContent("f");
    assertThatThrownBy(() -> PrivateFiles.folder(link.resolve("cache")))
        .hasMessageContaining("can be changed by other users");
  }

  /** After {@code su}, XDG_RUNTIME_DIR is still the other user's. */
  @Test
  void aFolderBelowAStrangersIsNotTaken() throws IOException {
    Path theirs = strangers(shared("theirs", 0755));
    Path mine = Files.createDirectory(theirs.resolve("mine"));
    assertThatThrownBy(() -> PrivateFiles.folder(mine))
        .hasMessageContaining(theirs + " belongs to another user (12345)");
    Path made = PrivateFiles.temporary("purempi-test-", theirs);
    Files.delete(made);
    assertThat(made.startsWith(theirs)).isFalse();
    assertThat(theirs).isDirectoryContaining(p -> p.equals(mine));
    Files.setAttribute(theirs, "unix:uid", 65534); // root, seen from a user namespace
    assertThat(PrivateFiles.folder(mine)).isEqualTo(mine);
  }

  @Test
  void theUserHasANumberAndAName() {
    assertThat(User.name()).isNotEmpty().isNotEqualTo("?");
    assertThat(User.absolute("?")).isNull();
    assertThat(User.absolute("")).isNull();
    assertThat(User.absolute("/a")).isEqualTo(Path.of("/a"));
  }
}
