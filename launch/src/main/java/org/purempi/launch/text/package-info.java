/**
 * Words as users write them and see them: lines split as a shell splits them, values of options and
 * what refuses a wrong one, text that cannot move a terminal's cursor.
 *
 * <p>Floor 1 of the launcher. Stateless. The entry classes are {@link
 * org.purempi.launch.text.ShellWords} and {@link org.purempi.launch.text.OptionValue}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.launch.text;
