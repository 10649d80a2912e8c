package org.purempi.abi;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.purempi.Window;

/** A window of the program, with what C hangs on it. */
final class WindowHandle extends Owner {
  final Window window;
  final Attributes attributes = new Attributes(Keyvals.Holder.WIN);
  volatile String name = "";

  /** Where memory of no bytes has been attached, which the library does not keep. */
  final Set<Long> empties = ConcurrentHashMap.newKeySet();

  WindowHandle(Window window, ErrorHandlerHandle errors) {
    super(errors);
    this.window = window;
  }

  @Override
  public String toString() {
    return name.isEmpty() ? "a window" : name;
  }
}
