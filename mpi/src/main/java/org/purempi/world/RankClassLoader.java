package org.purempi.world;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.cert.Certificate;

/**
 * The classes of one rank's program: each rank has its own, so static variables are the rank's, as
 * in a process. The library is the parent's and shared. Calls of {@code System.exit}, {@code
 * Runtime.exit} and {@code Runtime.halt} become calls of {@link RankExit}.
 */
final class RankClassLoader extends URLClassLoader {
  private static final ClassDesc RUNTIME = ClassDesc.of("java.lang.Runtime");
  private static final ClassDesc EXIT = ClassDesc.of(RankExit.class.getName());
  private static final MethodTypeDesc OF_SYSTEM =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
  private static final MethodTypeDesc OF_RUNTIME =
      MethodTypeDesc.of(ConstantDescs.CD_void, RUNTIME, ConstantDescs.CD_int);

  static {
    registerAsParallelCapable();
  }

  RankClassLoader(String name, URL[] classPath, ClassLoader parent) {
    super(name, classPath, parent);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    URL url = findResource(file);
    if (url == null) {
      throw new ClassNotFoundException(name);
    }
    try (InputStream in = url.openStream()) {
      byte[] bytes = withOwnExit(in.readAllBytes());
      int dot = name.lastIndexOf('.');
      if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
        definePackage(name.substring(0, dot));
      }
      return defineClass(name, bytes, 0, bytes.length, new CodeSource(root(url, file), NOBODY));
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static final Certificate[] NOBODY = {};

  private void definePackage(String name) {
    try {
      definePackage(name, null, null, null, null, null, null, null);
    } catch (IllegalArgumentException e) {
      assert getDefinedPackage(name) != null : "another thread has defined it";
    }
  }

  /** The entry of the class path that holds a file. */
  private static URL root(URL url, String file) throws IOException {
    String text = url.toString();
    String root = text.substring(0, text.length() - file.length());
    if (root.startsWith("jar:") && root.endsWith("!/")) {
      root = root.substring("jar:".length(), root.length() - "!/".length());
    }
    return java.net.URI.create(root).toURL();
  }

  private static byte[] withOwnExit(byte[] bytes) {
    ClassFile file = ClassFile.of();
    var model = file.parse(bytes);
    for (PoolEntry entry : model.constantPool()) {
      if (entry instanceof MemberRefEntry member && isExit(member)) {
        return file.transformClass(model, ClassTransform.transformingMethodBodies(exitsReplaced()));
      }
    }
    return bytes;
  }

  private static boolean isExit(MemberRefEntry member) {
    String owner = member.owner().asInternalName();
    String name = member.name().stringValue();
    return (owner.equals("java/lang/System") && name.equals("exit"))
        || (owner.equals("java/lang/Runtime") && (name.equals("exit") || name.equals("halt")));
  }

  private static CodeTransform exitsReplaced() {
    return (code, element) -> {
      if (element instanceof InvokeInstruction call && isExit(call.method())) {
        boolean ofSystem = call.opcode() == Opcode.INVOKESTATIC;
        code.invokestatic(EXIT, "exit", ofSystem ? OF_SYSTEM : OF_RUNTIME);
      } else {
        code.with(element);
      }
    };
  }
}
