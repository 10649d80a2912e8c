package org.purempi.tests.device;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Epoch;
import org.purempi.Info;
import org.purempi.Message;
import org.purempi.Mpi;
import org.purempi.MpiFile;
import org.purempi.Request;
import org.purempi.Session;
import org.purempi.Window;
import org.purempi.device.Device;
import org.purempi.layout.Layout;

/**
 * Runs a conformance case on a device: its world, and all that it gets from it, gives the library a
 * device's memory wherever the case gives it a buffer. What that memory holds is copied there
 * before a call and back when it is complete.
 *
 * <pre>
 *   case ── proxy of a communicator, a request, a window, a file …   {@link Door}
 *               └─ Twins: device memory for each buffer
 *                     └─ the library's communicator
 * </pre>
 */
public final class OnDevices {
  private static final String API = Mpi.class.getPackageName();

  /** What operations may still use that nobody waits for. */
  private static final Queue<Twins> LEFT = new ConcurrentLinkedQueue<>();

  private final Device device;
  private final IdentityHashMap<Object, Object> proxies = new IdentityHashMap<>();

  /** The memory of this rank's windows, and what is read in two halves. */
  private final Twins lasting;

  private final Map<Window, Pending> pending = new ConcurrentHashMap<>();

  /** The buffers that windows were made of. */
  private final Map<Window, Buf> memory = new ConcurrentHashMap<>();

  private OnDevices(Device device) {
    this.device = device;
    this.lasting = twins();
  }

  /** The same case, loaded to run on devices. */
  public static Method load(Method method) {
    try {
      Class<?> type = CaseLoader.LOADER.loadClass(method.getDeclaringClass().getName());
      Method loaded = type.getDeclaredMethod(method.getName(), Communicator.class);
      loaded.setAccessible(true);
      return loaded;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The world that such a case is run with; of any other case, its own. */
  public static Communicator world(Method method, Communicator world) {
    if (method.getDeclaringClass().getClassLoader() != CaseLoader.LOADER) {
      return world;
    }
    return new OnDevices(Mock.first()).wrapped(world);
  }

  /** Frees what cases have left that have ended on all ranks. */
  public static void free() {
    for (Twins left = LEFT.poll(); left != null; left = LEFT.poll()) {
      left.close();
    }
  }

  // ---- for the doors

  static OnDevices of(Object proxy) {
    return ((Door) Proxy.getInvocationHandler(proxy)).of();
  }

  /** The library's object behind one of a call's. */
  static <T> T behind(Class<T> type, T object) {
    return type.cast(Objects.requireNonNull(real(object)));
  }

  /** The library's object behind a proxy; what is no proxy itself. */
  static @Nullable Object real(@Nullable Object object) {
    return switch (object) {
      case null -> null;
      case List<?> list -> list.stream().map(OnDevices::real).toList();
      default -> {
        Door door = door(object);
        yield door == null ? object : door.real();
      }
    };
  }

  static @Nullable Door door(Object object) {
    return Proxy.isProxyClass(object.getClass())
            && Proxy.getInvocationHandler(object) instanceof Door door
        ? door
        : null;
  }

  Twins twins() {
    var twins = new Twins(device);
    LEFT.add(twins);
    return twins;
  }

  Twins lasting() {
    return lasting;
  }

  Window window(Buf of, int dispUnit, Info info, Communicator comm) {
    lasting.in();
    Buf there = (Buf) lasting.exchange(new Object[] {of})[0];
    Window window = Window.create(comm, there, dispUnit, info);
    memory.put(window, of);
    return wrapped(window);
  }

  /** What the program sees of a window: of a device's memory, its twin. */
  MemorySegment memory(Window window) {
    Buf of = memory.get(window);
    MemorySegment twin = of == null ? null : Layout.view(of.base());
    MemorySegment own = window.memory();
    return of == null || twin == null || of.bytes() == 0
        ? own
        : twin.asSlice(of.offsetBytes(), of.bytes());
  }

  /** Before a call: others read what this rank has written to its windows. */
  void expose() {
    lasting.in();
    pending.values().forEach(Pending::in);
  }

  /** After a call: what others have written to its windows. */
  void look() {
    lasting.out();
    pending.values().forEach(Pending::out);
  }

  /** What a window's operations have begun to fill. */
  Pending pending(Window window) {
    return pending.computeIfAbsent(window, w -> new Pending(this::twins));
  }

  /** The same object for a case: one that knows of devices. */
  @SuppressWarnings("unchecked")
  <T> T wrapped(T object) {
    return switch (object) {
      case Optional<?> o -> (T) o.map(this::wrapped);
      case Request<?> r -> proxy(object, null);
      case Communicator c -> proxy(object, null);
      case Mpi m -> proxy(object, null);
      case Session s -> proxy(object, null);
      case Message m -> proxy(object, null);
      case Window w -> proxy(object, null);
      case MpiFile f -> proxy(object, null);
      default -> object;
    };
  }

  /** The same epoch, whose end is also this. */
  Epoch epoch(Epoch epoch, Runnable end) {
    return () -> {
      expose();
      try {
        epoch.close();
      } finally {
        end.run();
        look();
      }
    };
  }

  /** A request that is complete when these buffers are filled. */
  <T> T request(T request, Twins twins) {
    return proxy(request, twins);
  }

  @SuppressWarnings("unchecked")
  private <T> T proxy(T object, @Nullable Twins twins) {
    synchronized (proxies) {
      Object known = proxies.get(object);
      if (known == null) {
        known =
            Proxy.newProxyInstance(
                OnDevices.class.getClassLoader(),
                interfaces(object.getClass()).toArray(Class[]::new),
                new Door(this, object, twins));
        proxies.put(object, known);
      }
      return (T) known;
    }
  }

  private static Set<Class<?>> interfaces(@Nullable Class<?> type) {
    Set<Class<?>> all = new LinkedHashSet<>();
    if (type != null) {
      all.addAll(interfaces(type.getSuperclass()));
      for (Class<?> i : type.getInterfaces()) {
        Stream.of(i)
            .filter(c -> c.getPackageName().equals(API) && (c.getModifiers() & 1) != 0)
            .forEach(all::add);
        all.addAll(interfaces(i));
      }
    }
    return all;
  }
}
