/** Runs the recipe: {@code mvn -Pspark -pl recipes/spark -am verify}. */
package org.purempi.recipes.spark;
