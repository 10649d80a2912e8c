package org.purempi.world;

import java.io.ObjectInputFilter;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.layout.ObjectCodec;
import org.purempi.layout.ObjectLimits;
import org.purempi.layout.ObjectRules;
import org.purempi.setting.Setting;

/** What the settings say of objects that arrive. */
final class ObjectSettings {
  private ObjectSettings() {}

  static ObjectRules rules() {
    return new ObjectRules(filter(), limits());
  }

  private static ObjectInputFilter filter() {
    String pattern = Setting.OBJECT_FILTER.text();
    try {
      return pattern == null ? ObjectCodec.DEFAULT_FILTER : ObjectCodec.filter(pattern);
    } catch (IllegalArgumentException e) {
      throw wrong(
          Setting.OBJECT_FILTER,
          e.getMessage() + "; it is a list such as 'com.mine.*;java.net.URI;!org.else.**'");
    }
  }

  private static ObjectLimits limits() {
    String limits = Setting.OBJECT_LIMITS.text();
    try {
      return limits == null ? ObjectLimits.USUAL : ObjectLimits.parse(limits);
    } catch (IllegalArgumentException e) {
      throw wrong(Setting.OBJECT_LIMITS, String.valueOf(e.getMessage()));
    }
  }

  private static MpiArgumentException wrong(Setting setting, String why) {
    return new MpiArgumentException(
        ErrorClass.ARG, setting.variable() + "=" + setting.text() + ": " + why);
  }
}
