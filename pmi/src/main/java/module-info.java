/** The PMI wire protocols. */
module org.purempi.pmi {
  requires static org.jspecify;
  requires org.purempi.os;

  exports org.purempi.hang;
  exports org.purempi.pmi;
}
