package org.purempi.launch.smpd1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.purempi.launch.text.ShellWords;

/**
 * A command line for which MPICH's smpd has no room, as that of a Java program with a long class
 * path: it travels compressed, and a shell on the other host reads it and becomes the program.
 */
final class PackedLine {
  /** What does not fit into the command line comes in this variable. */
  private static final String REST = "PUREMPI_LINE";

  private static final String UNPACK =
      "l=$(printf %s $0$"
          + REST
          + " | base64 -d | gzip -dc) || exit 127; unset "
          + REST
          + "; eval \"exec $l\"";

  /** A space, the name, and the value in quotes. */
  private static final int AROUND = REST.length() + " =\"\"".length();

  private PackedLine() {}

  /**
   * The same rank by a line that fits.
   *
   * @throws Smpd1Exception if it does not, however small it is made
   */
  static LaunchRequest fitting(LaunchRequest request, List<String> words) throws Smpd1Exception {
    if (request.commandRoom() >= 0) {
      return request;
    }
    String packed = packed(words);
    LaunchRequest shell = with(request, "", request.environment());
    int inLine = Math.min(packed.length(), shell.commandRoom());
    String rest = packed.substring(inLine);
    int tooLong = rest.length() + AROUND - request.environmentRoom();
    if (tooLong > 0) {
      throw new Smpd1Exception(
          "the command line of %s, even compressed, has %d bytes too many for smpd;"
                  .formatted(words.getFirst(), tooLong)
              + " a folder of jars can be named as one: -cp 'FOLDER/*'");
    }
    var environment = new HashMap<>(request.environment());
    if (!rest.isEmpty()) {
      environment.put(REST, rest);
    }
    return with(request, packed.substring(0, inLine), environment);
  }

  private static LaunchRequest with(
      LaunchRequest request, String line, Map<String, String> environment) {
    return new LaunchRequest(
        request.node(),
        List.of("sh", "-c", UNPACK, line),
        "/bin",
        request.directory(),
        environment,
        request.program());
  }

  private static String packed(List<String> words) {
    String line = words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      gzip.write(line.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory takes everything
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }
}
