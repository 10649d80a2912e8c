package org.purempi.layout;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes a {@link Kernel} for pieces of one length: loops whose body is one move after the other,
 * at constant distances. {@link CopyKernel} is what they mean.
 *
 * <pre>
 *   gather, 12 bytes:   for (int i = 0; i &lt; n; i++) {
 *                         long f = origin + offsets[first + i];
 *                         to.set(LONG, t, from.get(LONG, f));
 *                         to.set(INT, t + 8, from.get(INT, f + 8));
 *                         t += 12;
 *                       }
 * </pre>
 *
 * <p>Nothing is left to the JIT's judgement: neither the unrolling of an inner loop nor the
 * inlining of a method that moves a piece, which fails or succeeds with the order in which methods
 * become hot.
 */
final class StraightCode {
  private static final ClassDesc SEGMENT = MemorySegment.class.describeConstable().orElseThrow();
  private static final ClassDesc LAYOUTS = ValueLayout.class.describeConstable().orElseThrow();
  private static final ClassDesc KERNEL = Kernel.class.describeConstable().orElseThrow();
  private static final ClassDesc OFFSETS = CD_int.arrayType();
  private static final ClassDesc NAME = ClassDesc.of(StraightCode.class.getPackageName(), "Moves");

  /**
   * What is moved at once.
   *
   * @param constant the field of {@link ValueLayout} that names it
   * @param layout that field's type
   */
  private record Word(
      int bytes, String constant, ClassDesc layout, MethodTypeDesc get, MethodTypeDesc set) {
    static Word of(int bytes, String constant, ClassDesc value, Class<?> type) {
      ClassDesc layout = type.describeConstable().orElseThrow();
      return new Word(
          bytes,
          constant,
          layout,
          MethodTypeDesc.of(value, layout, CD_long),
          MethodTypeDesc.of(CD_void, layout, CD_long, value));
    }
  }

  /** Widest first. */
  private static final List<Word> WORDS =
      List.of(
          Word.of(Long.BYTES, "JAVA_LONG_UNALIGNED", CD_long, ValueLayout.OfLong.class),
          Word.of(Integer.BYTES, "JAVA_INT_UNALIGNED", CD_int, ValueLayout.OfInt.class),
          Word.of(
              Short.BYTES,
              "JAVA_SHORT_UNALIGNED",
              ConstantDescs.CD_short,
              ValueLayout.OfShort.class),
          Word.of(Byte.BYTES, "JAVA_BYTE", ConstantDescs.CD_byte, ValueLayout.OfByte.class));

  private final int piece;

  private StraightCode(int piece) {
    this.piece = piece;
  }

  /** The class file of a kernel for pieces of so many bytes. */
  static byte[] classFile(int pieceBytes) {
    return ClassFile.of().build(NAME, new StraightCode(pieceBytes)::write);
  }

  private void write(ClassBuilder kernel) {
    kernel.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER).withInterfaceSymbols(KERNEL);
    method(
        kernel,
        INIT_NAME,
        MTD_void,
        code ->
            code.aload(0).invokespecial(ConstantDescs.CD_Object, INIT_NAME, MTD_void).return_());
    MethodTypeDesc regular =
        MethodTypeDesc.of(CD_void, SEGMENT, CD_long, CD_long, SEGMENT, CD_long, CD_long, CD_int);
    method(kernel, "pack", regular, code -> regular(code, false, true));
    method(kernel, "unpack", regular, code -> regular(code, true, false));
    method(kernel, "strided", regular, code -> regular(code, false, false));
    method(
        kernel,
        "gather",
        MethodTypeDesc.of(CD_void, SEGMENT, CD_long, SEGMENT, CD_long, OFFSETS, CD_int, CD_int),
        code -> listed(code, true));
    method(
        kernel,
        "scatter",
        MethodTypeDesc.of(CD_void, SEGMENT, CD_long, SEGMENT, CD_long, OFFSETS, CD_int, CD_int),
        code -> listed(code, false));
  }

  private static void method(
      ClassBuilder kernel, String name, MethodTypeDesc type, Consumer<CodeBuilder> body) {
    kernel.withMethodBody(name, type, ClassFile.ACC_PUBLIC, body);
  }

  /** (from, fromAt, fromStride, to, toAt, toStride, n); a dense side advances by the piece. */
  private void regular(CodeBuilder code, boolean isFromDense, boolean isToDense) {
    int fromAt = code.parameterSlot(1);
    int fromStride = code.parameterSlot(2);
    int toAt = code.parameterSlot(4);
    int toStride = code.parameterSlot(5);
    loop(
        code,
        code.parameterSlot(6),
        (i, f, t) -> {
          advanced(code, fromAt, i, isFromDense ? -1 : fromStride).lstore(f);
          advanced(code, toAt, i, isToDense ? -1 : toStride).lstore(t);
          moves(code, code.parameterSlot(0), f, code.parameterSlot(3), t);
        });
  }

  /** (from, fromAt, to, toAt, offsets, first, n): one side by offsets, the other dense. */
  private void listed(CodeBuilder code, boolean isGather) {
    int fromAt = code.parameterSlot(1);
    int toAt = code.parameterSlot(3);
    loop(
        code,
        code.parameterSlot(6),
        (i, f, t) -> {
          code.lload(isGather ? fromAt : toAt)
              .aload(code.parameterSlot(4))
              .iload(code.parameterSlot(5))
              .iload(i)
              .iadd()
              .iaload()
              .i2l()
              .ladd()
              .lstore(isGather ? f : t);
          advanced(code, isGather ? toAt : fromAt, i, -1).lstore(isGather ? t : f);
          moves(code, code.parameterSlot(0), f, code.parameterSlot(2), t);
        });
  }

  /** Is given the slots of the counter and of the two places. */
  private interface Body {
    void write(int i, int f, int t);
  }

  private static void loop(CodeBuilder code, int n, Body body) {
    int i = code.allocateLocal(TypeKind.INT);
    int f = code.allocateLocal(TypeKind.LONG);
    int t = code.allocateLocal(TypeKind.LONG);
    Label again = code.newLabel();
    Label end = code.newLabel();
    code.iconst_0().istore(i).labelBinding(again).iload(i).iload(n).if_icmpge(end);
    body.write(i, f, t);
    code.iinc(i, 1).goto_(again).labelBinding(end).return_();
  }

  /** Leaves at + i × stride on the stack; slot −1 stands for the length of a piece. */
  private CodeBuilder advanced(CodeBuilder code, int at, int i, int stride) {
    code.lload(at).iload(i).i2l();
    if (stride < 0) {
      code.loadConstant((long) piece);
    } else {
      code.lload(stride);
    }
    return code.lmul().ladd();
  }

  private void moves(CodeBuilder code, int from, int f, int to, int t) {
    int done = 0;
    for (Word word : WORDS) {
      for (; done + word.bytes <= piece; done += word.bytes) {
        place(code.aload(to), word, t, done);
        place(code.aload(from), word, f, done);
        code.invokeinterface(SEGMENT, "get", word.get);
        code.invokeinterface(SEGMENT, "set", word.set);
      }
    }
  }

  private static void place(CodeBuilder code, Word word, int at, long plus) {
    code.getstatic(LAYOUTS, word.constant, word.layout).lload(at);
    code.loadConstant(plus).ladd();
  }
}
