package org.purempi.launch.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.remote.Launcher;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;

/**
 * The script {@code kubexec.sh} with which the first generations of kubeflow's operator reach a
 * pod: it calls {@code kubectl exec} without {@code -i}, so that nothing can be told to a program
 * over there. What it calls is called instead, with {@code -i}.
 */
public final class Kubexec {
  private static final String NAME = "kubexec.sh";
  private static final Pattern CALL = Pattern.compile("(\\S*kubectl)\\s+exec\\s+(.*?)\\s--\\s");
  private static final Pattern CONTAINER = Pattern.compile("(?:--container[ =]|-c )\\s*(\\S+)");
  private static final Pattern INPUT = Pattern.compile("(^|\\s)(-i|-it|--stdin)(\\s|$)");

  private Kubexec() {}

  /** What to use in the script's place; null if it is another script, or passes input on. */
  public static @Nullable Launcher launcher(Path script, List<String> extra) throws UsageException {
    if (!script.endsWith(NAME)) {
      return null;
    }
    String text = ShellWords.text("-launcher-exec " + script, script.toString());
    Matcher call = CALL.matcher(text);
    if (!call.find() || INPUT.matcher(call.group(2)).find()) {
      return null;
    }
    List<String> words = new ArrayList<>(extra);
    Matcher container = CONTAINER.matcher(call.group(2));
    if (container.find()) {
      words.add("--container=" + container.group(1));
    }
    return new Launcher(Launcher.Kind.KUBECTL, call.group(1), words);
  }
}
