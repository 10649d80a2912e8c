package org.purempi.world;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a program that mean the process it was written for, and would mean the whole JVM of many
 * ranks: they become calls of methods that mean the rank. References such as {@code System::exit}
 * do, too.
 */
final class OwnCalls {
  private static final ClassDesc EXIT = ClassDesc.of(RankExit.class.getName());
  private static final ClassDesc INPUT = ClassDesc.of(RankInput.class.getName());

  /** By owner: which of its methods another class has as static ones, the receiver first. */
  private record Own(Set<String> methods, ClassDesc in) {}

  private static final Map<String, Own> OWN =
      Map.of(
          "java/lang/System", new Own(Set.of("exit"), EXIT),
          "java/lang/Runtime", new Own(Set.of("exit", "halt"), EXIT),
          "java/lang/IO", new Own(Set.of("readln"), INPUT));

  private OwnCalls() {}

  /** A class with the rank's methods in the place of the JVM's. */
  static byte[] of(byte[] bytes) {
    ClassFile file = ClassFile.of();
    var model = file.parse(bytes);
    for (PoolEntry entry : model.constantPool()) {
      if (entry instanceof MemberRefEntry member
          && own(member.owner().asInternalName(), member.name().stringValue()) != null) {
        return file.transformClass(model, ClassTransform.transformingMethodBodies(OwnCalls::put));
      }
    }
    return bytes;
  }

  private static @Nullable ClassDesc own(String owner, String method) {
    Own own = OWN.get(owner);
    return own != null && own.methods.contains(method) ? own.in : null;
  }

  private static void put(CodeBuilder code, CodeElement element) {
    if (element instanceof InvokeInstruction call) {
      String name = call.name().stringValue();
      ClassDesc own = own(call.owner().asInternalName(), name);
      if (own != null) {
        boolean isStatic = call.opcode() == Opcode.INVOKESTATIC;
        var type = type(call.typeSymbol(), isStatic ? null : call.owner().asSymbol());
        code.invokestatic(own, name, type);
        return;
      }
    } else if (element instanceof InvokeDynamicInstruction call) {
      code.invokedynamic(
          DynamicCallSiteDesc.of(
              call.bootstrapMethod(),
              call.name().stringValue(),
              call.typeSymbol(),
              call.bootstrapArgs().stream().map(OwnCalls::reference).toArray(ConstantDesc[]::new)));
      return;
    }
    code.with(element);
  }

  private static MethodTypeDesc type(MethodTypeDesc type, @Nullable ClassDesc receiver) {
    return receiver == null ? type : type.insertParameterTypes(0, receiver);
  }

  private static ConstantDesc reference(ConstantDesc argument) {
    if (argument instanceof DirectMethodHandleDesc method) {
      ClassDesc owner = method.owner();
      String text = owner.descriptorString();
      ClassDesc own = own(text.substring(1, text.length() - 1), method.methodName());
      if (own != null) {
        boolean isStatic = method.kind() == DirectMethodHandleDesc.Kind.STATIC;
        var type = MethodTypeDesc.ofDescriptor(method.lookupDescriptor());
        return MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.STATIC,
            own,
            method.methodName(),
            type(type, isStatic ? null : owner));
      }
    }
    return argument;
  }
}
