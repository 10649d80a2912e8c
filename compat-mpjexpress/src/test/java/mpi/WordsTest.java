package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the library says, in the words of this API. */
@Timeout(30)
class WordsTest {
  /** Words of the modern API that this one's users do not know. */
  private static final Pattern FOREIGN =
      Pattern.compile("\\bMpi\\.|\\bW?Buf\\.|\\bclose\\(\\)|INT32_T|UINT16_T");

  /** A text of the sources, of several literals. */
  private static final Pattern TEXT =
      Pattern.compile("\"(?:[^\"\\\\\\n]|\\\\.)*\"(?:\\s*\\+\\s*\"(?:[^\"\\\\\\n]|\\\\.)*\")*");

  /** Of calls that this API does not have. */
  private static final Pattern ELSEWHERE =
      Pattern.compile("Mpi\\.(?:objectFilter|run)|a session has no world|Datatype\\.of|Buf\\.of");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rank 0: isend: dest 9 is not a rank of X|rank 0: Isend: dest 9 is not a rank of X",
        "rank 0: reducescatter: op is null|rank 0: Reduce_scatter: op is null",
        "3 × INT32_T at byte 0 need bytes 0 … 12|3 × MPI.INT at byte 0 need bytes 0 … 12",
        "bsend of 8 bytes: no buffer is attached; attach size + Mpi.BSEND_OVERHEAD bytes for each"
            + " message under way, or attach automatically"
            + "|Bsend of 8 bytes: no buffer is attached; call MPI.Buffer_attach first",
        "irecv after close(): this rank has ended MPI (MPI_Finalize)|Irecv after MPI.Finalize()",
        "rank 0: recv: tag -9 is neither in 0 … 5 nor Mpi.ANY_TAG"
            + "|rank 0: Recv: tag -9 is neither in 0 … 5 nor MPI.ANY_TAG"
      })
  void aMessageSpeaksInTheWordsOfThisApi(String library, String here) {
    assertThat(Words.of(library)).isEqualTo(here);
  }

  /** What checks arguments and moves messages: every text that may reach a program. */
  @Test
  void noTextOfTheLibraryKeepsAForeignWord() throws IOException {
    int found = 0;
    for (String folder : new String[] {"communicator", "collective", "protocol", "reduction"}) {
      Path sources = Path.of("../mpi/src/main/java/org/purempi").resolve(folder);
      try (Stream<Path> files = Files.list(sources)) {
        for (Path file : files.sorted().toList()) {
          String code = Files.readString(file).replaceAll("(?s)/\\*.*?\\*/|(?m)^\\s*//.*$", "");
          for (Matcher m = TEXT.matcher(code); m.find(); ) {
            String text = m.group().replaceAll("\"\\s*\\+\\s*\"|^\"|\"$", "");
            found++;
            if (!ELSEWHERE.matcher(text).find()) {
              assertThat(FOREIGN.matcher(Words.of(text)).find()).as("%s: %s", file, text).isFalse();
            }
          }
        }
      }
    }
    assertThat(found).isGreaterThan(200);
  }
}
