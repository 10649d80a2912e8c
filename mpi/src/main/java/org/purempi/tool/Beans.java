package org.purempi.tool;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import org.purempi.ErrorClass;
import org.purempi.MpiException;

/**
 * A table of variables as a bean of JMX: attributes that are read. Names are those of the
 * variables, in JMX's manner: {@code UNEXPECTED_RECVQ_LENGTH} is {@code UnexpectedRecvqLength}.
 */
final class Beans implements DynamicMBean {
  private record Row(MBeanAttributeInfo info, Supplier<Object> value) {}

  private final Map<String, Row> rows = new LinkedHashMap<>();
  private final String about;

  private Beans(String about) {
    this.about = about;
  }

  /**
   * Registers a rank's performance variables, {@code org.purempi:type=Rank,rank=N}, and its control
   * variables, {@code org.purempi:type=Settings,rank=N}.
   *
   * @return what removes them again
   */
  static Registration register(RankGauges gauges) {
    int rank = gauges.rank();
    var performance = new Beans("what rank " + rank + " counts");
    for (PerformanceVariable v : PerformanceVariable.values()) {
      if (!v.isBound()) {
        String text = v.sentence() + " (" + v.unit() + ")";
        performance.add(name(v.key(), "_"), "long", text, () -> gauges.read(v, null));
      }
    }
    var control = new Beans("the settings of rank " + rank);
    for (ControlVariable v : ControlVariable.all()) {
      String key = v.name().substring(v.name().indexOf('.') + 1);
      control.add(name(key, "[.-]"), String.class.getName(), v.sentence(), v::value);
    }
    List<ObjectName> names = new ArrayList<>();
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      names.add(performance.register(server, "Rank", rank));
      names.add(control.register(server, "Settings", rank));
    } catch (JMException e) {
      throw new MpiException(ErrorClass.OTHER, "the beans of rank " + rank + ": " + e, e);
    }
    return () -> names.forEach(name -> unregister(server, name));
  }

  private static void unregister(MBeanServer server, ObjectName name) {
    try {
      server.unregisterMBean(name);
    } catch (JMException e) {
      throw new MpiException(ErrorClass.OTHER, "the bean " + name + ": " + e, e);
    }
  }

  /** Several worlds of one JVM may have a rank of that number. */
  private ObjectName register(MBeanServer server, String type, int rank) throws JMException {
    String name = "org.purempi:type=" + type + ",rank=" + rank;
    for (int copy = 1; ; copy++) {
      var full = new ObjectName(copy == 1 ? name : name + ",world=" + copy);
      try {
        server.registerMBean(this, full);
        return full;
      } catch (InstanceAlreadyExistsException e) {
        // The next number is tried.
      }
    }
  }

  private static String name(String key, String separator) {
    var name = new StringBuilder();
    for (String word : key.split(separator, -1)) {
      name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return name.toString();
  }

  private void add(String name, String type, String sentence, Supplier<Object> value) {
    rows.put(
        name, new Row(new MBeanAttributeInfo(name, type, sentence, true, false, false), value));
  }

  @Override
  public Object getAttribute(String name) throws AttributeNotFoundException {
    Row row = rows.get(name);
    if (row == null) {
      throw new AttributeNotFoundException("there is no attribute " + name);
    }
    return row.value.get();
  }

  @Override
  public AttributeList getAttributes(String[] names) {
    var found = new AttributeList();
    for (String name : names) {
      Row row = rows.get(name);
      if (row != null) {
        found.add(new Attribute(name, row.value.get()));
      }
    }
    return found;
  }

  @Override
  public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
    throw new AttributeNotFoundException(attribute.getName() + " can only be read");
  }

  @Override
  public AttributeList setAttributes(AttributeList attributes) {
    return new AttributeList();
  }

  @Override
  public Object invoke(String action, Object[] parameters, String[] signature)
      throws ReflectionException {
    throw new ReflectionException(new NoSuchMethodException(action));
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    MBeanAttributeInfo[] infos =
        rows.values().stream().map(Row::info).toArray(MBeanAttributeInfo[]::new);
    return new MBeanInfo(Beans.class.getName(), about, infos, null, null, null);
  }
}
