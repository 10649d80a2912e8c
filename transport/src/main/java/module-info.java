/** Moves frames between ranks; knows neither MPI nor datatypes. Internal to purempi. */
module org.purempi.transport {
  requires static org.jspecify;
  requires org.purempi.os;

  exports org.purempi.memory;
  exports org.purempi.transport;
  exports org.purempi.transport.link;
  exports org.purempi.transport.shm;
  exports org.purempi.transport.tcp;
  exports org.purempi.transport.thread;
}
