package org.purempi.tests.device;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Loads the classes of the cases once more, to call {@link Doors} where they make a window or open
 * a file: those calls are static, and know the library's communicators only.
 */
final class CaseLoader extends ClassLoader {
  private static final String TESTS = "org.purempi.tests.";
  private static final String HERE = TESTS + "device.";
  private static final ClassDesc DOORS = ClassDesc.of(Doors.class.getName());
  private static final Set<String> OWNERS = Set.of("org/purempi/Window", "org/purempi/MpiFile");
  private static final Set<String> NAMES =
      Stream.of(Doors.class.getDeclaredMethods()).map(Method::getName).collect(Collectors.toSet());

  static final CaseLoader LOADER = new CaseLoader();

  private CaseLoader() {
    super(CaseLoader.class.getClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    boolean isOfCases =
        name.startsWith(TESTS) && name.indexOf('.', TESTS.length()) > 0 && !name.startsWith(HERE);
    if (!isOfCases) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : defined(name);
    }
  }

  private Class<?> defined(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      ClassFile format =
          ClassFile.of(
              ClassFile.ClassHierarchyResolverOption.of(
                  ClassHierarchyResolver.ofResourceParsing(getParent())));
      ClassModel model = format.parse(in.readAllBytes());
      byte[] bytes =
          format.transformClass(
              model,
              ClassTransform.transformingMethodBodies(
                  CodeTransform.ofStateful(() -> this::exchange)));
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void exchange(CodeBuilder code, CodeElement element) {
    if (element instanceof InvokeInstruction call
        && call.opcode() == Opcode.INVOKESTATIC
        && OWNERS.contains(call.owner().asInternalName())
        && NAMES.contains(call.name().stringValue())) {
      code.invokestatic(DOORS, call.name().stringValue(), call.typeSymbol());
    } else {
      code.with(element);
    }
  }
}
