package org.purempi.launch.service;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.purempi.channel.Secret;
import org.purempi.launch.daemon.DaemonClient;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.SmpdException;
import org.purempi.launch.smpd.Verb;
import org.purempi.launch.text.Visible;

/** Asks daemons, here or on other hosts, and prints what they answer. */
public final class SmpdConsole {
  private static final int FAILURE = 1;
  private static final long CALL_MILLIS = 10_000;
  private static final String HERE = "localhost";

  private final int port;
  private final Secret key;
  private final PrintStream out;
  private int tags;

  /** A console of the daemons that listen on this port. */
  public SmpdConsole(int port, Secret key, PrintStream out) {
    this.port = port;
    this.key = key;
    this.out = out;
  }

  /** Carries an action of bin/smpd out at each host; answers the exit code. */
  public int run(SmpdOption action, List<String> words, List<String> hosts, InputStream in)
      throws IOException {
    int code = 0;
    for (String host : hosts.isEmpty() ? List.of(HERE) : hosts) {
      try (DaemonClient caller =
          DaemonClient.call(host, port, key, DaemonClient.Session.CONSOLE, CALL_MILLIS)) {
        caller.limit((int) CALL_MILLIS);
        if (action == SmpdOption.CONSOLE) {
          converse(caller, in);
        } else {
          one(caller, host, action, words);
        }
        if (action != SmpdOption.SHUTDOWN) { // who goes takes no leave
          caller.ask(command(Verb.CLOSE));
        }
      } catch (SmpdException e) {
        System.err.println("smpd: " + host + ": " + e.getMessage());
        code = FAILURE;
      } catch (IOException e) {
        System.err.println("smpd: " + e.getMessage());
        code = FAILURE;
      }
    }
    return code;
  }

  private SmpdCommand command(Verb verb) {
    return SmpdCommand.of(verb, 0, 1, tags++);
  }

  private void one(DaemonClient caller, String host, SmpdOption action, List<String> words)
      throws IOException {
    SmpdCommand question =
        switch (action) {
          case STATUS -> command(Verb.STATUS);
          case SHUTDOWN -> command(Verb.SHUTDOWN);
          case RESTART -> command(Verb.RESTART);
          case VALIDATE -> command(Verb.VALIDATE);
          case GET -> command(Verb.GET).with("key", words.getFirst());
          case DELETE -> command(Verb.DELETE).with("key", words.getFirst());
          case SET -> command(Verb.SET).with("key", words.get(0)).with("value", words.get(1));
          case PRINT -> command(Verb.PRINT);
          default -> throw new IllegalArgumentException(action + " asks nothing");
        };
    SmpdCommand answer = good(caller.ask(question));
    switch (action) {
      case STATUS -> {
        Map<String, String> facts = facts(answer);
        out.println("smpd running on " + host);
        facts.forEach((name, value) -> out.println("  " + name + ": " + Visible.quoted(value)));
      }
      case GET -> out.println(Visible.quoted(answer.require("value")));
      case PRINT ->
          SmpdCommand.words(answer.require("settings"))
              .forEach((name, value) -> out.println(name + "=" + Visible.quoted(value)));
      case VALIDATE -> out.println("SUCCESS");
      default -> {}
    }
  }

  private static Map<String, String> facts(SmpdCommand answer) {
    var facts = new LinkedHashMap<>(answer.fields());
    facts.keySet().removeAll(List.of(SmpdCommand.ANSWERED_TAG, "cmd_orig", SmpdCommand.RESULT));
    return facts;
  }

  private static SmpdCommand good(SmpdCommand answer) throws SmpdException {
    String result = answer.require(SmpdCommand.RESULT);
    if (!result.equals(SmpdCommand.SUCCESS)) {
      throw new SmpdException(Visible.quoted(result.replaceFirst("^FAIL: ", "")));
    }
    return answer;
  }

  /** Lines as 'get key=port', each answered with the words of its result. */
  private void converse(DaemonClient caller, InputStream in) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String text = line.strip();
      int end = text.indexOf(' ');
      String word = end < 0 ? text : text.substring(0, end);
      if (word.equals("quit") || word.equals("exit") || word.equals("close")) {
        return;
      }
      Verb verb = Verb.of(word);
      if (word.isEmpty()) {
        continue;
      }
      if (verb == null) {
        out.println("FAIL: smpd has no command '" + word + "'");
        continue;
      }
      try {
        SmpdCommand question = command(verb);
        for (var pair : SmpdCommand.words(text.substring(word.length())).entrySet()) {
          question = question.with(pair.getKey(), pair.getValue());
        }
        Map<String, String> all = new LinkedHashMap<>(caller.ask(question).fields());
        all.keySet().removeAll(List.of(SmpdCommand.ANSWERED_TAG, "cmd_orig"));
        out.println(Visible.quoted(SmpdCommand.join(all).strip()));
      } catch (SmpdException e) {
        out.println("FAIL: " + e.getMessage());
      }
      out.flush();
    }
  }
}
