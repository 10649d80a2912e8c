package mpi;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.purempi.Communicator;

/**
 * A communicator that was freed. It works on for as long as the program holds it; what lies below
 * is closed when the garbage collector has found that nobody does and the next one is made or
 * freed.
 */
final class Freed extends PhantomReference<Comm> {
  private static final ReferenceQueue<Comm> UNREACHABLE = new ReferenceQueue<>();
  private static final Set<Freed> ALL = ConcurrentHashMap.newKeySet();

  private final Communicator purempi;

  private Freed(Comm comm, Communicator purempi) {
    super(comm, UNREACHABLE);
    this.purempi = purempi;
  }

  static void add(Comm comm, Communicator purempi) {
    ALL.add(new Freed(comm, purempi));
    closeUnreachable();
  }

  static void closeUnreachable() {
    Reference<? extends Comm> next = UNREACHABLE.poll();
    while (next != null) {
      if (next instanceof Freed freed && ALL.remove(freed)) {
        freed.purempi.close();
      }
      next = UNREACHABLE.poll();
    }
  }
}
