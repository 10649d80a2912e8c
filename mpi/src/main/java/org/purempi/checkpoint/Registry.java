package org.purempi.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.checkpoint.Share.Layout;

/**
 * What is registered, by name, alike on all ranks. Data is what a {@link Buf} is of: an array of
 * primitives or a memory segment, of any datatype. A supplier is asked each time, for programs that
 * swap their arrays. Objects are serializable, records among them; what is read passes {@link
 * org.purempi.Mpi#objectFilter}.
 */
public abstract sealed class Registry permits Checkpoint {
  final List<Item> items = new ArrayList<>();

  Registry() {}

  /** An array of {@code global} elements in stretches, as {@link Share#block} says. */
  public void block(String name, Buf data, long global) {
    dealt(name, Layout.BLOCK, () -> data, global);
  }

  /** As {@link #block(String, Buf, long)}, with what is asked each time. */
  public void block(String name, Supplier<Buf> data, long global) {
    dealt(name, Layout.BLOCK, data, global);
  }

  /** An array of {@code global} elements dealt out in turn, as {@link Share#cyclic} says. */
  public void cyclic(String name, Buf data, long global) {
    dealt(name, Layout.CYCLIC, () -> data, global);
  }

  /** As {@link #cyclic(String, Buf, long)}, with what is asked each time. */
  public void cyclic(String name, Supplier<Buf> data, long global) {
    dealt(name, Layout.CYCLIC, data, global);
  }

  /** Data that is the same on all ranks; rank 0's is saved. */
  public void replicated(String name, Buf data) {
    replicated(name, () -> data);
  }

  /** As {@link #replicated(String, Buf)}, with what is asked each time. */
  public void replicated(String name, Supplier<Buf> data) {
    memory(name, Layout.REPLICATED, data, 0);
  }

  /** Data of each rank's own; it can be restored on as many ranks only. */
  public void local(String name, Buf data) {
    local(name, () -> data);
  }

  /** As {@link #local(String, Buf)}, with what is asked each time. */
  public void local(String name, Supplier<Buf> data) {
    memory(name, Layout.LOCAL, data, 0);
  }

  /** An object that is the same on all ranks; rank 0's is saved. */
  public <T> void replicated(
      String name, Class<T> type, Supplier<? extends T> get, Consumer<? super T> set) {
    add(new Item.Value<>(object(name, Layout.REPLICATED), type, get, set, null));
  }

  /** An object of each rank's own; it can be restored on as many ranks only. */
  public <T> void local(
      String name, Class<T> type, Supplier<? extends T> get, Consumer<? super T> set) {
    add(new Item.Value<>(object(name, Layout.LOCAL), type, get, set, null));
  }

  /**
   * An object of each rank's own, on any number of ranks.
   *
   * @param merge makes this rank's object of those of all ranks that there were, in the order of
   *     ranks, where there are more or fewer now
   */
  public <T> void local(
      String name,
      Class<T> type,
      Supplier<? extends T> get,
      Consumer<? super T> set,
      Function<? super List<T>, ? extends T> merge) {
    add(new Item.Value<>(object(name, Layout.LOCAL), type, get, set, merge));
  }

  abstract Communicator comm();

  private static Shape object(String name, Layout layout) {
    return new Shape(name, layout, Shape.OBJECT, 1, 0);
  }

  private void dealt(String name, Layout layout, Supplier<Buf> data, long global) {
    if (global < 0) {
      throw new MpiArgumentException(
          ErrorClass.COUNT, "'%s' is an array of %d elements".formatted(name, global));
    }
    memory(name, layout, data, global);
  }

  private void memory(String name, Layout layout, Supplier<Buf> data, long global) {
    Buf now = data.get();
    var shape = new Shape(name, layout, now.datatype().toString(), now.datatype().size(), global);
    var item = new Item.Memory(shape, data);
    var unused = item.take(comm());
    add(item);
  }

  private void add(Item item) {
    if (item.shape().name().isEmpty()) {
      throw new MpiArgumentException(ErrorClass.ARG, "an item needs a name");
    }
    if (items.stream().anyMatch(other -> other.shape().name().equals(item.shape().name()))) {
      throw new MpiArgumentException(
          ErrorClass.ARG, "'%s' is registered twice".formatted(item.shape().name()));
    }
    items.add(item);
  }
}
