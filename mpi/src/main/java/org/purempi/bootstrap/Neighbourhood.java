package org.purempi.bootstrap;

import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.purempi.transport.Transport;
import org.purempi.transport.shm.ShmTransport;
import org.purempi.transport.thread.ThreadHub;

/** How those who share memory are wired together: one makes an address, which all open. */
public interface Neighbourhood {
  /** Makes what so many are going to share; its address has no blanks. */
  String create(int ranks) throws IOException;

  /** One's transport. */
  Transport open(String address, int number, int ranks) throws IOException;

  /** Gives up what will not be opened by all. */
  void abandon(String address) throws IOException;

  /** Processes of one host. */
  Neighbourhood PROCESSES =
      new Neighbourhood() {
        @Override
        public String create(int ranks) throws IOException {
          return ShmTransport.create(ranks);
        }

        @Override
        public Transport open(String address, int number, int ranks) throws IOException {
          return ShmTransport.open(address, number, ranks);
        }

        @Override
        public void abandon(String address) throws IOException {
          ShmTransport.abandon(address);
        }
      };

  /** Threads of this JVM. */
  Neighbourhood THREADS =
      new Neighbourhood() {
        /** Hubs that have not been opened by all. */
        private final Map<String, ThreadHub> hubs = new ConcurrentHashMap<>();

        private final Map<String, Integer> missing = new ConcurrentHashMap<>();

        @Override
        public String create(int ranks) {
          String address = UUID.randomUUID().toString();
          missing.put(address, ranks);
          hubs.put(address, new ThreadHub(ranks));
          return address;
        }

        @Override
        public Transport open(String address, int number, int ranks) throws IOException {
          ThreadHub hub = hubs.get(address);
          if (hub == null) {
            throw new IOException("there is no hub " + address + " in this JVM");
          }
          if (missing.computeIfPresent(address, (a, left) -> left == 1 ? null : left - 1) == null) {
            abandon(address);
          }
          return hub.transport(number);
        }

        @Override
        public void abandon(String address) {
          missing.remove(address);
          hubs.remove(address);
        }
      };
}
