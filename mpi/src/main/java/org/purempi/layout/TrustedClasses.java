package org.purempi.layout;

import java.io.ObjectInputFilter;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;

/**
 * The default filter of objects that arrive: arrays, values and collections of the JDK, and the
 * application's own classes; not the libraries known to turn deserialization into running code.
 */
final class TrustedClasses {
  /** Packages of the JDK whose serializable classes are plain values and collections. */
  private static final Set<String> PACKAGES =
      Set.of(
          "java.lang",
          "java.math",
          "java.time",
          "java.time.chrono",
          "java.time.zone",
          "java.time.temporal",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "java.util.concurrent.locks");

  /** Beginnings of names of classes that known attacks are made of. */
  private static final List<String> GADGETS =
      List.of(
          "bsh.",
          "ch.qos.logback.core.",
          "clojure.",
          "com.alibaba.fastjson",
          "com.fasterxml.jackson.databind.node.POJONode",
          "com.mchange.",
          "com.rometools.rome.feed.impl.",
          "com.sun.",
          "com.sun.syndication.feed.impl.",
          "com.vaadin.",
          "com.zaxxer.hikari.",
          "groovy.",
          "javassist.",
          "javax.",
          "net.sf.json.",
          "org.apache.bcel.",
          "org.apache.click.",
          "org.apache.commons.beanutils.",
          "org.apache.commons.collections.functors.",
          "org.apache.commons.collections.keyvalue.",
          "org.apache.commons.collections.map.",
          "org.apache.commons.collections4.comparators.",
          "org.apache.commons.collections4.functors.",
          "org.apache.commons.fileupload.",
          "org.apache.myfaces.",
          "org.apache.tomcat.dbcp.",
          "org.apache.wicket.util.upload.",
          "org.apache.xalan.",
          "org.aspectj.",
          "org.codehaus.groovy.",
          "org.hibernate.",
          "org.jboss.interceptor.",
          "org.jboss.weld.",
          "org.mozilla.javascript.",
          "org.python.core.",
          "org.springframework.",
          "scala.sys.process.");

  private TrustedClasses() {}

  static ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
    Class<?> type = info.serialClass();
    if (type == null) {
      return ObjectInputFilter.Status.UNDECIDED;
    }
    while (type.isArray()) {
      type = type.getComponentType();
    }
    return isTrusted(type) ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
  }

  private static boolean isTrusted(Class<?> type) {
    if (type.isPrimitive()) {
      return true;
    }
    if (Proxy.isProxyClass(type)) {
      return false;
    }
    return isOfTheJdk(type)
        ? PACKAGES.contains(type.getPackageName())
        : GADGETS.stream().noneMatch(type.getName()::startsWith);
  }

  private static boolean isOfTheJdk(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }
}
