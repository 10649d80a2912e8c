package org.purempi.world;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.setting.SettingCheck;
import org.purempi.setting.SettingException;

/** Looks at this process's settings before a world starts. Any thread. */
final class OwnSettings {
  private static final AtomicBoolean TOLD = new AtomicBoolean();

  private OwnSettings() {}

  /**
   * Says once which names no setting has; of ranks that somebody launched, the launcher says it.
   *
   * @throws MpiArgumentException ({@code ARG}) if a setting has a value that it cannot have
   */
  static void check() {
    try {
      List<String> unknown = SettingCheck.unknown(System.getenv(), System.getProperties());
      if (!unknown.isEmpty() && !ProcessWorld.launched() && TOLD.compareAndSet(false, true)) {
        unknown.forEach(sentence -> System.err.println("purempi: warning: " + sentence));
      }
    } catch (SettingException e) {
      throw new MpiArgumentException(ErrorClass.ARG, String.valueOf(e.getMessage()));
    }
  }
}
