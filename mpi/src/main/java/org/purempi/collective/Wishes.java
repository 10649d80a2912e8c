package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.setting.Setting;

/** Which algorithms the user wishes; the same on all ranks. */
@FunctionalInterface
interface Wishes {
  /** The algorithm wished for an operation, or null. */
  @Nullable String algorithm(Setting operation);

  /** What was set for this process. */
  static Wishes ofThisProcess() {
    return Setting::text;
  }
}
