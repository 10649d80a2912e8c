/**
 * What a user can set: one table of names, defaults and values that are allowed, which every module
 * reads from, so that a property {@code purempi.x.y} and a variable {@code PUREMPI_X_Y} mean the
 * same everywhere. docs/reference/settings.md is printed from it.
 *
 * <p>Floor: the lowest, needs nothing of purempi. Any thread. No reflection and no scan: a setting
 * costs one look at a property and one at the environment. Entry class: {@link
 * org.purempi.setting.Setting}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.setting;
