/** Programs in the style in which people write for MPJ Express, and cases that cover its API. */
package programs;
