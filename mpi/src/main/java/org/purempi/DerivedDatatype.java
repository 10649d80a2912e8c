package org.purempi;

import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A datatype made of others (section 5.1). Two are equal if they were made by the same call with
 * equal arguments.
 */
public sealed class DerivedDatatype implements Datatype permits StructDatatype {
  private final String name;
  private final Contents contents;
  private final Consumer<PartVisitor> parts;
  private final Bounds bounds;
  private @Nullable Object memo;

  DerivedDatatype(String name, Contents contents, Consumer<PartVisitor> parts, Bounds bounds) {
    this.name = name;
    this.contents = contents;
    this.parts = parts;
    this.bounds = bounds;
  }

  /** The size and the bounds of parts; every overflow is the caller's mistake. */
  static Bounds sum(String name, Consumer<PartVisitor> parts) {
    try {
      Bounds.Sum sum = new Bounds.Sum();
      parts.accept(sum);
      return sum.total();
    } catch (ArithmeticException e) {
      throw new MpiArgumentException(
          ErrorClass.ARG, name + " is larger than 2^63 bytes: counts or displacements are wrong");
    }
  }

  static DerivedDatatype of(String name, Contents contents, Consumer<PartVisitor> parts) {
    return new DerivedDatatype(name, contents, parts, sum(name, parts));
  }

  Bounds bounds() {
    return bounds;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long size() {
    return bounds.size();
  }

  @Override
  public long extent() {
    return bounds.ub() - bounds.lb();
  }

  @Override
  public long lb() {
    return bounds.lb();
  }

  @Override
  public long trueExtent() {
    return bounds.trueUb() - bounds.trueLb();
  }

  @Override
  public long trueLb() {
    return bounds.trueLb();
  }

  @Override
  public Envelope envelope() {
    return contents.envelope();
  }

  @Override
  public Contents contents() {
    if (contents.combiner() == Combiner.NAMED) {
      throw Contents.ofNamed(this);
    }
    return contents;
  }

  @Override
  public long originBytes(long count) {
    return count < 1 ? 0 : Math.max(0, -bounds.begin(count));
  }

  @Override
  public DerivedDatatype dup() {
    return Constructors.dup(this);
  }

  /**
   * Shows what this type consists of, in the order of the type map. For the library; users look at
   * {@link #contents}.
   */
  public final void forEachPart(PartVisitor visitor) {
    parts.accept(visitor);
  }

  /**
   * A slot for the library's compiled form of this type; makers must give equivalent results. Not
   * for users.
   */
  public final Object memo(Function<DerivedDatatype, Object> maker) {
    // Plain: the form is immutable, and a thread that does not see it makes another.
    Object m = memo;
    if (m == null) {
      m = maker.apply(this);
      memo = m;
    }
    return m;
  }

  @Override
  public final boolean equals(Object o) {
    return this == o
        || (o instanceof DerivedDatatype d
            && contents.equals(d.contents)
            && (contents.combiner() != Combiner.NAMED || name.equals(d.name)));
  }

  @Override
  public final int hashCode() {
    return contents.hashCode();
  }

  @Override
  public final String toString() {
    return name;
  }
}
