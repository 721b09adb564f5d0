package rrv.runtime;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Not to become a part of its callers' machine code. HotSpot's compiler puts what an event does into each method of the program
 * that has such events, again and again: in a program that runs for seconds it takes more time for that than
 * the events do. What most events end with, a few comparisons, stays outside of such methods.
 *
 * <p>The build makes their code longer than what HotSpot inlines (scripts/outline.mjs).
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
@interface Outlined {
}
