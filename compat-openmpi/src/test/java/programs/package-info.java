/** Programs in the style of Open MPI's users, which also cover its whole Java API. */
package programs;
