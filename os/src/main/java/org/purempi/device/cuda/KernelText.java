package org.purempi.device.cuda;

import java.util.Locale;
import org.purempi.device.DeviceNumber;
import org.purempi.device.DeviceOperator;

/**
 * The kernels, in PTX, the assembly language that the driver compiles for the device at hand. All
 * their parameters are 64 bit words, and all threads go through what there is to do in steps as
 * wide as the grid.
 *
 * <p>The minimum and maximum of a NaN and anything is a NaN, and −0 is less than +0, as in Java.
 * Half floats are combined as floats and rounded.
 *
 * @see <a href="https://docs.nvidia.com/cuda/parallel-thread-execution/">PTX ISA</a>
 */
final class KernelText {
  /** Begins the names of kernels that combine numbers. */
  static final String REDUCE = "reduce";

  /** Begins the names of kernels that pack and unpack. */
  static final String PACK = "pack";

  private static final int[] WIDTHS = {1, 2, 4, 8, 16};

  private static final String HEAD =
      """
      .version 6.0
      .target sm_50
      .address_size 64
      """;

  private static final String REDUCTION =
      """

      .visible .entry NAME(
        .param .u64 in_word,
        .param .u64 inout_word,
        .param .u64 count_word)
      {
        .reg .pred %past, %unordered;
        .reg .b16 %half;
        .reg .b32 %block, %threads, %thread, %blocks;
        .reg .b64 %in, %inout, %count, %i, %step, %at, %in_at, %inout_at;
        .reg .REGISTER %a, %b, %c;

        ld.param.u64 %in, [in_word];
        ld.param.u64 %inout, [inout_word];
        ld.param.u64 %count, [count_word];
        cvta.to.global.u64 %in, %in;
        cvta.to.global.u64 %inout, %inout;
        mov.u32 %block, %ctaid.x;
        mov.u32 %threads, %ntid.x;
        mov.u32 %thread, %tid.x;
        mov.u32 %blocks, %nctaid.x;
        mul.wide.u32 %i, %block, %threads;
        cvt.u64.u32 %at, %thread;
        add.u64 %i, %i, %at;
        mul.wide.u32 %step, %blocks, %threads;
      NEXT:
        setp.ge.u64 %past, %i, %count;
        @%past bra DONE;
        mul.lo.u64 %at, %i, WIDTH;
        add.u64 %in_at, %in, %at;
        add.u64 %inout_at, %inout, %at;
        LOAD
        COMBINE
        STORE
        add.u64 %i, %i, %step;
        bra NEXT;
      DONE:
        ret;
      }
      """;

  private static final String LOAD_PLAIN =
      """
      ld.global.TYPE %a, [%in_at];
        ld.global.TYPE %b, [%inout_at];\
      """;

  private static final String STORE_PLAIN = "st.global.TYPE [%inout_at], %b;";

  private static final String LOAD_HALF =
      """
      ld.global.b16 %half, [%in_at];
        cvt.f32.f16 %a, %half;
        ld.global.b16 %half, [%inout_at];
        cvt.f32.f16 %b, %half;\
      """;

  private static final String STORE_HALF =
      """
      cvt.rn.f16.f32 %half, %b;
        st.global.b16 [%inout_at], %half;\
      """;

  /** The instruction takes the number of two of which the other is none, Java the NaN. */
  private static final String CHOOSE_FLOAT =
      """
      setp.nan.TYPE %unordered, %a, %b;
        add.rn.TYPE %c, %a, %b;
        CHOOSE.TYPE %b, %a, %b;
        selp.TYPE %b, %c, %b, %unordered;\
      """;

  private static final String PACKING =
      """

      .visible .entry NAME(
        .param .u64 loose_word,
        .param .u64 packed_word,
        .param .u64 elements_word,
        .param .u64 pieces_word,
        .param .u64 stride_word,
        .param .u64 rows_word,
        .param .u64 row_stride_word)
      {
        .reg .pred %past;
        .reg .b32 %block, %threads, %thread, %blocks, %offset, %narrow;
        .reg .b64 %loose, %packed, %elements, %pieces, %stride, %rows, %row_stride;
        .reg .b64 %element, %first_element, %element_step;
        .reg .b64 %piece, %first_piece, %piece_step;
        .reg .b64 %row, %row_step, %row_at, %row_piece, %piece_at, %packed_element;
        .reg .b64 %at, %loose_at, %packed_at, %wide, %wider;

        ld.param.u64 %loose, [loose_word];
        ld.param.u64 %packed, [packed_word];
        ld.param.u64 %elements, [elements_word];
        ld.param.u64 %pieces, [pieces_word];
        ld.param.u64 %stride, [stride_word];
        ld.param.u64 %rows, [rows_word];
        ld.param.u64 %row_stride, [row_stride_word];
        cvta.to.global.u64 %loose, %loose;
        cvta.to.global.u64 %packed, %packed;
        START(x, %first_element, %element_step)
        START(y, %first_piece, %piece_step)
        START(z, %row, %row_step)
      NEXT_ROW:
        setp.ge.u64 %past, %row, %rows;
        @%past bra DONE;
        mul.lo.u64 %row_at, %row, %row_stride;
        add.u64 %row_at, %row_at, %loose;
        mul.lo.u64 %row_piece, %row, %pieces;
        mov.u64 %piece, %first_piece;
      NEXT_PIECE:
        setp.ge.u64 %past, %piece, %pieces;
        @%past bra ROW_DONE;
        OFFSET
        add.u64 %piece_at, %piece_at, %row_at;
        add.u64 %packed_element, %row_piece, %piece;
        mul.lo.u64 %packed_element, %packed_element, %elements;
        mov.u64 %element, %first_element;
      NEXT_ELEMENT:
        setp.ge.u64 %past, %element, %elements;
        @%past bra PIECE_DONE;
        mul.lo.u64 %at, %element, WIDTH;
        add.u64 %loose_at, %piece_at, %at;
        add.u64 %at, %packed_element, %element;
        mul.lo.u64 %at, %at, WIDTH;
        add.u64 %packed_at, %packed, %at;
        MOVE
        add.u64 %element, %element, %element_step;
        bra NEXT_ELEMENT;
      PIECE_DONE:
        add.u64 %piece, %piece, %piece_step;
        bra NEXT_PIECE;
      ROW_DONE:
        add.u64 %row, %row, %row_step;
        bra NEXT_ROW;
      DONE:
        ret;
      }
      """;

  /** The first number of a thread in a direction, and how far it goes from one to the next. */
  private static final String START =
      """
      mov.u32 %block, %ctaid.DIRECTION;
        mov.u32 %threads, %ntid.DIRECTION;
        mov.u32 %thread, %tid.DIRECTION;
        mov.u32 %blocks, %nctaid.DIRECTION;
        mul.wide.u32 FIRST, %block, %threads;
        cvt.u64.u32 %at, %thread;
        add.u64 FIRST, FIRST, %at;
        mul.wide.u32 STEP, %blocks, %threads;\
      """;

  private static final String OFFSET_STRIDED = "mul.lo.u64 %piece_at, %piece, %stride;";

  private static final String OFFSET_LISTED =
      """
      cvta.to.global.u64 %at, %stride;
        mul.lo.u64 %piece_at, %piece, 4;
        add.u64 %at, %at, %piece_at;
        ld.global.s32 %offset, [%at];
        cvt.s64.s32 %piece_at, %offset;\
      """;

  private KernelText() {}

  /** The text of all kernels whose names begin so. */
  static String of(String prefix) {
    StringBuilder text = new StringBuilder(HEAD);
    if (prefix.equals(REDUCE)) {
      for (DeviceNumber number : DeviceNumber.values()) {
        for (DeviceOperator operator : DeviceOperator.values()) {
          text.append(reduction(operator, number));
        }
      }
    } else {
      for (int width : WIDTHS) {
        for (int kind = 0; kind < 4; kind++) {
          text.append(packing((kind & 1) != 0, (kind & 2) != 0, width));
        }
      }
    }
    return text.toString();
  }

  /** {@code inout[i] = in[i] operator inout[i]}: where they are, how many. */
  static String name(DeviceOperator operator, DeviceNumber number) {
    return (REDUCE + "_" + operator + "_" + number).toLowerCase(Locale.ROOT);
  }

  /**
   * Moves pieces: the addresses of the first one and of what is packed, elements of a piece, pieces
   * of a row and the distance of two of them, rows and their distance.
   *
   * @param packs or unpacks
   * @param isListed whether the distance of pieces is the address of their offsets instead
   * @param width of an element
   */
  static String name(boolean packs, boolean isListed, long width) {
    return PACK + (packs ? "_gather" : "_scatter") + (isListed ? "_listed_" : "_strided_") + width;
  }

  private static String reduction(DeviceOperator operator, DeviceNumber number) {
    boolean isHalf = number == DeviceNumber.FLOAT16;
    String type = type(number);
    return REDUCTION
        .replace("LOAD", isHalf ? LOAD_HALF : LOAD_PLAIN)
        .replace("STORE", isHalf ? STORE_HALF : STORE_PLAIN)
        .replace("COMBINE", combine(operator, type.startsWith("f")))
        .replace("NAME", name(operator, number))
        .replace("WIDTH", Integer.toString(number.bytes()))
        .replace("REGISTER", type)
        .replace("TYPE", type);
  }

  private static String type(DeviceNumber number) {
    return switch (number) {
      case INT32 -> "s32";
      case INT64 -> "s64";
      case FLOAT16, FLOAT32 -> "f32";
      case FLOAT64 -> "f64";
    };
  }

  private static String combine(DeviceOperator operator, boolean isFloat) {
    String choose = isFloat ? CHOOSE_FLOAT : "CHOOSE.TYPE %b, %a, %b;";
    return switch (operator) {
      case SUM -> (isFloat ? "add.rn" : "add") + ".TYPE %b, %a, %b;";
      case PROD -> (isFloat ? "mul.rn" : "mul.lo") + ".TYPE %b, %a, %b;";
      case MIN -> choose.replace("CHOOSE", "min");
      case MAX -> choose.replace("CHOOSE", "max");
    };
  }

  private static String packing(boolean packs, boolean isListed, int width) {
    return PACKING
        .replace("START(x, %first_element, %element_step)", start("x", "element"))
        .replace("START(y, %first_piece, %piece_step)", start("y", "piece"))
        .replace("START(z, %row, %row_step)", start("z", "row"))
        .replace("OFFSET", isListed ? OFFSET_LISTED : OFFSET_STRIDED)
        .replace("MOVE", move(packs ? "loose" : "packed", packs ? "packed" : "loose", width))
        .replace("NAME", name(packs, isListed, width))
        .replace("WIDTH", Integer.toString(width));
  }

  private static String start(String direction, String what) {
    return START
        .replace("DIRECTION", direction)
        .replace("FIRST", what.equals("row") ? "%row" : "%first_" + what)
        .replace("STEP", "%" + what + "_step");
  }

  private static String move(String from, String to, int width) {
    String value =
        switch (width) {
          case 8 -> "%wide";
          case 16 -> "{%wide, %wider}";
          default -> "%narrow";
        };
    String type = width == 16 ? "v2.u64" : "u" + 8 * width;
    return "ld.global.%s %s, [%%%s_at];\n  st.global.%s [%%%s_at], %s;"
        .formatted(type, value, from, type, to, value);
  }
}
