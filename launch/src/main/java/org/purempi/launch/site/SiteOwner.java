package org.purempi.launch.site;

import org.purempi.launch.output.Carrier;
import org.purempi.launch.output.Output;

/** Who runs a site: takes what its ranks write, and hears what happens to them. Any thread. */
public interface SiteOwner {
  /** What carries a stream of a rank; always the same. */
  Carrier carrier(int rank, Output.Stream stream);

  /** Something has happened; must not block. */
  void happened(Event event);

  /** A line that the user should see. */
  void say(String line);
}
