/**
 * Looks at pages of timelines in a headless Chromium, where there is one; started by the script
 * {@code tests/browser}. Entry class: {@link org.purempi.tests.browser.LookAtTimeline}.
 */
@NullMarked
package org.purempi.tests.browser;

import org.jspecify.annotations.NullMarked;
