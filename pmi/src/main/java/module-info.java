/**
 * What a process and its launcher tell each other: the PMI wire protocols, and records of calls.
 */
module org.purempi.pmi {
  requires static org.jspecify;
  requires org.purempi.os;

  exports org.purempi.hang;
  exports org.purempi.pmi;
  exports org.purempi.record;
}
