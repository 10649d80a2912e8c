package org.purempi.world;

import org.purempi.Communicator;
import org.purempi.setting.Setting;
import org.purempi.tool.Registration;
import org.purempi.tool.Tools;

/** A rank's beans of JMX, where they are asked for: else nothing of JMX is loaded. */
final class Management {
  private Management() {}

  /** Registers those of the rank of a communicator, if the setting says so. */
  static Registration of(Communicator any) {
    return Setting.JMX.isOn() ? Tools.of(any).manage() : new Nothing();
  }

  /** No lambda: every rank comes by here when it starts. */
  private static final class Nothing implements Registration {
    @Override
    public void close() {}
  }
}
