package org.purempi.tests.browser;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Opens a timeline in a headless Chromium, works in it as a user would, and takes pictures: {@code
 * LookAtTimeline CHROMIUM PAGE FOLDER WIDTH,HEIGHT}. It ends with 1 if the page does not do what it
 * should. Speaks the browser's DevTools protocol.
 */
public final class LookAtTimeline implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern VALUE =
      Pattern.compile("\"value\":(\"((?:[^\"\\\\]|\\\\.)*)\"|[^},]*)");
  private static final Pattern DATA = Pattern.compile("\"data\":\"([^\"]*)\"");

  private final Process browser;
  private final WebSocket socket;
  private final LinkedBlockingQueue<String> messages = new LinkedBlockingQueue<>();
  private final Path folder;
  private int requests;
  private int failures;

  private LookAtTimeline(String chromium, Path folder, String size)
      throws IOException, InterruptedException {
    this.folder = Files.createDirectories(folder);
    Path profile = Files.createTempDirectory("browser");
    browser =
        new ProcessBuilder(
                chromium,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--remote-allow-origins=*",
                "--user-data-dir=" + profile,
                "--window-size=" + size,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("log").toFile())
            .start();
    Path port = profile.resolve("DevToolsActivePort");
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(port) || Files.readAllLines(port).size() < 2) {
      if (!browser.isAlive() || System.nanoTime() > until) {
        throw new IOException(
            "the browser does not start:\n" + Files.readString(profile.resolve("log")));
      }
      Thread.sleep(50);
    }
    String number = Files.readAllLines(port).getFirst();
    HttpClient client = HttpClient.newHttpClient();
    String pages =
        client
            .send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + number + "/json/list"))
                    .build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
    Matcher address = Pattern.compile("\"webSocketDebuggerUrl\": *\"([^\"]*)\"").matcher(pages);
    if (!address.find()) {
      throw new IOException("the browser has no page: " + pages);
    }
    socket =
        client.newWebSocketBuilder().buildAsync(URI.create(address.group(1)), new Ear()).join();
  }

  /** Collects what the browser says. */
  private final class Ear implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        messages.add(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  private String ask(String method, String parameters) throws IOException, InterruptedException {
    int id = ++requests;
    String request =
        "{\"id\":%d,\"method\":\"%s\",\"params\":{%s}}".formatted(id, method, parameters);
    socket.sendText(request, true).join();
    while (true) {
      String answer = messages.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (answer == null) {
        throw new IOException("no answer to " + request);
      }
      if (answer.startsWith("{\"id\":" + id + ",")) {
        return answer;
      }
    }
  }

  /** The value of an expression; what it throws is one, too. */
  private String value(String expression) throws IOException, InterruptedException {
    String quoted = expression.replace("\\", "\\\\").replace("\"", "\\\"");
    String answer =
        ask(
            "Runtime.evaluate",
            "\"awaitPromise\":true,\"returnByValue\":true,\"expression\":\"" + quoted + "\"");
    Matcher value = VALUE.matcher(answer);
    if (answer.contains("exceptionDetails") || !value.find()) {
      return answer;
    }
    return value.group(2) == null ? value.group(1) : value.group(2);
  }

  private void await(String expression) throws IOException, InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!value(expression).equals("true")) {
      if (System.nanoTime() > until) {
        throw new IOException("never: " + expression + "; " + value(expression));
      }
      Thread.sleep(20);
    }
  }

  private void check(String what, String expression) throws IOException, InterruptedException {
    String value = value(expression);
    boolean isRight = value.equals("true");
    failures += isRight ? 0 : 1;
    System.out.println((isRight ? "ok    " : "WRONG ") + what + (isRight ? "" : ": " + value));
  }

  private void key(String key) throws IOException, InterruptedException {
    for (String type : new String[] {"keyDown", "keyUp"}) {
      ask("Input.dispatchKeyEvent", "\"type\":\"%s\",\"key\":\"%s\"".formatted(type, key));
    }
    settle();
  }

  private void mouse(String type, int x, int y, String more)
      throws IOException, InterruptedException {
    ask(
        "Input.dispatchMouseEvent",
        "\"type\":\"%s\",\"x\":%d,\"y\":%d%s".formatted(type, x, y, more));
  }

  private void click(int x, int y) throws IOException, InterruptedException {
    mouse("mousePressed", x, y, ",\"button\":\"left\",\"clickCount\":1");
    mouse("mouseReleased", x, y, ",\"button\":\"left\",\"clickCount\":1");
    settle();
  }

  /** All that was to be unpacked is, and drawn. */
  private void settle() throws IOException, InterruptedException {
    Thread.sleep(60);
    await("store.waiting === 0 && frame === 0");
    Thread.sleep(200);
  }

  private void picture(String name) throws IOException, InterruptedException {
    Matcher data = DATA.matcher(ask("Page.captureScreenshot", "\"format\":\"png\""));
    if (!data.find()) {
      throw new IOException("no picture");
    }
    Files.write(folder.resolve(name + ".png"), Base64.getDecoder().decode(data.group(1)));
  }

  /** The milliseconds of several frames, the middle and the longest. */
  private String frames() throws IOException, InterruptedException {
    return value(
        "(() => { const all = []; for (let i = 0; i < 15; i++) { const a = performance.now();"
            + " draw(); all.push(performance.now() - a); } all.sort((a, b) => a - b);"
            + " return all[7].toFixed(1) + ' ms, at most ' + all[14].toFixed(1) + ' ms'; })()");
  }

  private void look(Path page) throws IOException, InterruptedException {
    long began = System.nanoTime();
    ask("Page.enable", "");
    ask("Page.navigate", "\"url\":\"" + page.toUri() + "\"");
    await("document.documentElement.dataset.ready === '1'");
    settle();
    System.out.printf("loaded and drawn in %.1f s%n", (System.nanoTime() - began) / 1e9);
    check("no rank is missing", "ranks.filter((rank) => rank).length === head.ranks.length");
    check("the panel tells shares", "document.querySelectorAll('#panel tr').length > 2");
    picture("all");
    System.out.println("a frame of all: " + frames());
    for (int i = 0; i < 3; i++) {
      mouse("mouseWheel", 400, 200, ",\"deltaX\":0,\"deltaY\":-500");
    }
    settle();
    check("the wheel zooms", "view.t1 - view.t0 < 0.1 * head.span");
    picture("nearer");
    System.out.println("a frame nearer: " + frames());
    value(
        "lookAt(head.worst.length ? head.worst[0][1] : 0, head.worst[0]?.[2] ?? 0,"
            + " head.worst[0]?.[3] ?? 1000)");
    settle();
    check("single calls are drawn", "drawn !== null && drawn.length > 0");
    picture("single");
    System.out.println("a frame of single calls: " + frames());
    click(
        (int) Double.parseDouble(value("(canvas.clientWidth + LEFT) / 2")),
        (int)
            Double.parseDouble(
                value(
                    "canvas.getBoundingClientRect().top + middle(head.worst.length ?"
                        + " head.worst[0][1] : 0)")));
    check(
        "a click selects",
        "selection.block !== null && document.body.innerText.includes('lasted')");
    key("]");
    check("] goes to the next call", "selection.block !== null");
    value("query.value = 'waits'; search.set('waits')");
    value("search.go(1)");
    settle();
    check("the search finds a wait", "!head.worst.length || selection.block.kind[selection.i] > 0");
    picture("found");
    value("query.value = ''; search.set(''); document.activeElement.blur()");
    key("f");
    check("f shows all", "view.t0 === 0 && view.t1 === head.span");
    ask(
        "Emulation.setEmulatedMedia",
        "\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"dark\"}]");
    settle();
    check("it is dark where the system is", "theme.page === '#16171a'");
    picture("dark");
  }

  @Override
  public void close() {
    browser.descendants().forEach(ProcessHandle::destroy);
    browser.destroy();
  }

  /** Looks at one page. */
  public static void main(String[] arguments) throws Exception {
    int failures;
    try (var look = new LookAtTimeline(arguments[0], Path.of(arguments[2]), arguments[3])) {
      look.look(Path.of(arguments[1]).toAbsolutePath());
      failures = look.failures;
    }
    System.exit(failures == 0 ? 0 : 1);
  }
}
