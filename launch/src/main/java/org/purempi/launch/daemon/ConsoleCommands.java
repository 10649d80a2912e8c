package org.purempi.launch.daemon;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.SmpdException;
import org.purempi.launch.smpd.Verb;
import org.purempi.pmi.PmiLine;
import org.purempi.pmi.PublishedNames;

/**
 * Answers the commands of those who want no job: status, settings, key-value spaces, names of jobs,
 * the end of the daemon. Used by the daemon's thread.
 */
final class ConsoleCommands {
  /** What the desk knows of the daemon, and does to it. */
  interface Office {
    /** How things are, by name. */
    Map<String, String> status();

    /** What has been counted, by name. */
    Map<String, String> counters();

    /** The managers that run, in words. */
    List<String> managers();

    /** Listens no more, and goes when the last job is over. */
    void shutdown();

    /**
     * Reads the file again and listens anew.
     *
     * @throws IOException when the file must not be used; then all stays as it was
     */
    void restart() throws IOException;
  }

  /**
   * What is said to a command.
   *
   * @param isLast whether the conversation is over with it
   */
  record Answer(SmpdCommand command, boolean isLast) {}

  private static final String SECRET = "the passphrase cannot be read";

  private final Office office;
  private final Databases databases;
  private final PublishedNames names = new PublishedNames();
  private SettingsFile file;
  private int tags;

  ConsoleCommands(Office office, SettingsFile file) {
    this.office = office;
    this.file = file;
    this.databases = new Databases();
  }

  /** From now on settings are those of this file. */
  void file(SettingsFile other) {
    file = other;
  }

  /** A caller has gone. */
  void forget(Object caller) {
    databases.forget(caller);
    names.forget(caller);
  }

  /**
   * Answers one command; a command that cannot be carried out is answered, too.
   *
   * @param caller who asks, for what is to go when it goes
   * @throws SmpdException when what came is no command at all
   */
  Answer answer(String text, Object caller) throws SmpdException {
    Map<String, String> words = SmpdCommand.words(text);
    String word = words.getOrDefault("cmd", "");
    if (Verb.of(word) == null && !word.isEmpty()) {
      words.put("cmd", Verb.STATUS.word());
      SmpdCommand unknown = SmpdCommand.parse(SmpdCommand.join(words));
      String shown = word.length() > 40 ? word.substring(0, 40) + "…" : word;
      return new Answer(fail(unknown, shown, "smpd has no command '" + shown + "'"), false);
    }
    SmpdCommand command = SmpdCommand.parse(text);
    if (command.verb() == Verb.CLOSE) {
      return new Answer(from(command, Verb.CLOSED_REQUEST), true);
    }
    try {
      return new Answer(carryOut(command, caller), false);
    } catch (IOException e) {
      return new Answer(
          fail(command, command.verb().word(), String.valueOf(e.getMessage())), false);
    }
  }

  private SmpdCommand result(SmpdCommand command, String result) {
    return command.answer(tags++, result);
  }

  /** A command to who sent that one, from whom it was for. */
  private SmpdCommand from(SmpdCommand command, Verb verb) {
    return SmpdCommand.of(
        verb, /* source= */ command.destination(), /* destination= */ command.source(), tags++);
  }

  private SmpdCommand good(SmpdCommand command) {
    return result(command, SmpdCommand.SUCCESS);
  }

  private SmpdCommand stored(SmpdCommand command) {
    return result(command, "DBS_SUCCESS");
  }

  private SmpdCommand fail(SmpdCommand command, String word, String why) {
    return from(command, Verb.RESULT)
        .with(SmpdCommand.ANSWERED_TAG, command.tag())
        .with("cmd_orig", word)
        .with(SmpdCommand.RESULT, "FAIL: " + why);
  }

  private SmpdCommand carryOut(SmpdCommand command, Object caller) throws IOException {
    String aboutName = command.get(SmpdCommand.PMI);
    if (aboutName != null) {
      return stored(command)
          .with(SmpdCommand.PMI, names.reply(PmiLine.parse(aboutName), caller).format());
    }
    return switch (command.verb()) {
      case VALIDATE -> good(command);
      case STATUS -> facts(command, office.status());
      case STAT -> facts(command, office.counters());
      case PROC_INFO -> good(command).with("managers", SmpdCommand.join(office.managers()));
      case GET -> good(command).with("value", setting(command));
      case SET -> change(command, command.require("value"));
      case DELETE -> change(command, null);
      case PRINT -> good(command).with("settings", SmpdCommand.join(file.settings()));
      case SHUTDOWN -> {
        office.shutdown();
        yield good(command);
      }
      case RESTART -> {
        office.restart();
        yield good(command);
      }
      case START_DBS ->
          good(command)
              .with("kvs_name", databases.create(null, caller))
              .with("domain_name", databases.create(null, caller));
      case DBCREATE -> stored(command).with("name", databases.create(command.get("name"), caller));
      case DBDESTROY -> {
        databases.destroy(command.require("name"));
        yield stored(command);
      }
      case DBPUT -> {
        databases.put(command.require("name"), command.require("key"), command.require("value"));
        yield stored(command);
      }
      case DBGET ->
          stored(command)
              .with("value", databases.get(command.require("name"), command.require("key")));
      case DBDELETE -> {
        databases.delete(command.require("name"), command.require("key"));
        yield stored(command);
      }
      case DBFIRST, DBNEXT -> pair(command);
      case DBFIRSTDB, DBNEXTDB -> {
        String name = databases.name(command.verb() == Verb.DBFIRSTDB);
        yield name == null ? end(command) : stored(command).with("name", name);
      }
      case SPAWN, SINGINIT ->
          throw new SmpdException(
              "'" + command.verb().word() + "': processes cannot be added to a running job yet");
      default ->
          throw new SmpdException(
              "'%s' belongs to a job; say 'process' instead of 'smpd' to get a manager for one"
                  .formatted(command.verb().word()));
    };
  }

  private SmpdCommand facts(SmpdCommand command, Map<String, String> facts) {
    SmpdCommand answer = good(command);
    for (var fact : facts.entrySet()) {
      answer = answer.with(fact.getKey(), fact.getValue());
    }
    return answer;
  }

  private SmpdCommand end(SmpdCommand command) {
    return result(command, "DBS_END");
  }

  private SmpdCommand pair(SmpdCommand command) throws SmpdException {
    String name = command.require("name");
    String key = databases.key(name, command.verb() == Verb.DBFIRST);
    return key == null
        ? end(command)
        : stored(command).with("key", key).with("value", databases.get(name, key));
  }

  private String setting(SmpdCommand command) throws SmpdException {
    String key = command.require("key");
    if (key.equalsIgnoreCase(SettingsFile.PHRASE)) {
      throw new SmpdException(SECRET);
    }
    String value = file.get(key);
    if (value == null) {
      throw new SmpdException("there is no setting '" + key + "'");
    }
    return value;
  }

  private SmpdCommand change(SmpdCommand command, @Nullable String value) throws IOException {
    String key = command.require("key");
    if (key.equalsIgnoreCase(SettingsFile.PHRASE)) {
      throw new SmpdException(
          "the passphrase is changed in %s, and takes effect after 'restart'"
              .formatted(file.path()));
    }
    if (value == null && file.get(key) == null) {
      throw new SmpdException("there is no setting '" + key + "'");
    }
    file.set(key, value);
    return good(command);
  }
}
