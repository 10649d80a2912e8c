package org.purempi.disk;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;

/** The same contracts for all ways to the disk. */
@Timeout(60)
class DiskTest {
  @Nested
  class MachineCode {
    @Nested
    class Files extends DiskContract {
      Files() {
        super(Way.MACHINE_CODE);
      }
    }

    @Nested
    class Refusals extends RefusalContract {
      Refusals() {
        super(Way.MACHINE_CODE);
      }
    }

    @Nested
    class Threads extends ThreadContract {
      Threads() {
        super(Way.MACHINE_CODE);
      }
    }

    @Nested
    class Locks extends LockContract {
      Locks() {
        super(Way.MACHINE_CODE);
      }
    }
  }

  @Nested
  class Library {
    @Nested
    class Files extends DiskContract {
      Files() {
        super(Way.LIBRARY);
      }
    }

    @Nested
    class Refusals extends RefusalContract {
      Refusals() {
        super(Way.LIBRARY);
      }
    }

    @Nested
    class Threads extends ThreadContract {
      Threads() {
        super(Way.LIBRARY);
      }
    }

    @Nested
    class Locks extends LockContract {
      Locks() {
        super(Way.LIBRARY);
      }
    }
  }

  @Nested
  class Channel {
    @Nested
    class Files extends DiskContract {
      Files() {
        super(Way.CHANNEL);
      }
    }

    @Nested
    class Refusals extends RefusalContract {
      Refusals() {
        super(Way.CHANNEL);
      }
    }

    @Nested
    class Threads extends ThreadContract {
      Threads() {
        super(Way.CHANNEL);
      }
    }

    @Nested
    class Locks extends LockContract {
      Locks() {
        super(Way.CHANNEL);
      }
    }
  }
}
