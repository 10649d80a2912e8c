/** JUnit tests on several ranks. */
module org.purempi.junit {
  requires static org.jspecify;
  requires transitive org.junit.jupiter.api;
  requires transitive org.purempi;

  exports org.purempi.junit;
}
