package org.purempi.hang;

/**
 * What a rank says of a collective call, as far as it is known.
 *
 * @param call its name; empty if nothing is known
 * @param type the elements' kind; empty if it goes with any other
 * @param op the operator; empty if there is none, or if it goes with any other
 * @param root negative if there is none
 * @param length a sum of the length, equal on all ranks; negative if there is none
 */
public record CollectiveCall(String call, String type, String op, int root, int length) {
  /** Nothing is known. */
  public static final CollectiveCall UNKNOWN = new CollectiveCall("", "", "", -1, -1);

  /** Whether anything is known. */
  public boolean isKnown() {
    return !call.isEmpty();
  }

  /** In what this one and another differ that should be equal, in a word; empty if in nothing. */
  String difference(CollectiveCall other) {
    if (!isKnown() || !other.isKnown()) {
      return "";
    }
    if (!call.equals(other.call)) {
      return "call";
    }
    if (root != other.root) {
      return "root";
    }
    if (differ(op, other.op)) {
      return "operator";
    }
    if (differ(type, other.type)) {
      return "datatype";
    }
    return length == other.length ? "" : "length";
  }

  private static boolean differ(String a, String b) {
    return !a.isEmpty() && !b.isEmpty() && !a.equals(b);
  }

  /** The call with its arguments: {@code reduce(double, SUM, root 0)}. */
  public String text() {
    var text = new StringBuilder();
    if (!type.isEmpty()) {
      text.append(", ").append(type);
    }
    if (!op.isEmpty()) {
      text.append(", ").append(op);
    }
    if (root >= 0) {
      text.append(", root ").append(root);
    }
    return text.isEmpty() ? call : call + "(" + text.substring(2) + ")";
  }
}
