package org.purempi.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.disk.DiskException.Reason;

/** Errors of the system, also those that no test can bring about. */
@Timeout(10)
class SystemErrorTest {
  @Test
  void anErrorHasOneReasonWhicheverWayItIsTold() {
    for (SystemError error : SystemError.values()) {
      DiskException byNumber = SystemError.exception("open", "/a", -error.number);
      String words = String.valueOf(byNumber.getMessage()).replaceAll(".*: | \\(.*", "");
      DiskException byWords =
          SystemError.exception("open", "/a", new FileSystemException("/a", null, words));
      assertThat(byNumber.reason()).isEqualTo(byWords.reason()).isEqualTo(error.reason);
      assertThat(byNumber)
          .hasMessage(byWords.getMessage())
          .hasMessageStartingWith("cannot open /a");
    }
  }

  @Test
  void reasonsAreThoseOfTheNumbers() {
    assertThat(reason(1)).isEqualTo(Reason.ACCESS);
    assertThat(reason(13)).isEqualTo(Reason.ACCESS);
    assertThat(reason(26)).isEqualTo(Reason.IN_USE);
    assertThat(reason(28)).isEqualTo(Reason.NO_SPACE);
    assertThat(reason(30)).isEqualTo(Reason.READ_ONLY);
    assertThat(reason(122)).isEqualTo(Reason.QUOTA);
    assertThat(SystemError.exception("sync", "/a", -12345))
        .hasMessage("cannot sync /a: error number 12345")
        .extracting(DiskException::reason)
        .isEqualTo(Reason.IO);
  }

  private static Reason reason(int number) {
    return SystemError.exception("open", "/a", -number).reason();
  }

  @Test
  void whatJavaTellsWithoutWordsIsUnderstood() {
    DiskException denied = SystemError.exception("open", "/a", new AccessDeniedException("/a"));
    assertThat(denied.reason()).isEqualTo(Reason.ACCESS);
    assertThat(denied).hasMessage("cannot open /a: Permission denied");
    DiskException other = SystemError.exception("open", "/a", new IOException("it rains"));
    assertThat(other.reason()).isEqualTo(Reason.IO);
    assertThat(other).hasMessage("cannot open /a: it rains");
  }
}
