/**
 * How the server plans prepared statements.
 *
 * - `free`: as it likes.
 * - `indexed`: by indexes. Every write finds its rows by a key; while a table is small, reading all of it may be
 *   faster, but the server keeps that plan while the table grows.
 * - `generic`: the same, once for any values instead of anew for those of each time. Every read is a range of an index
 *   whatever its values, so one plan is enough, and planning would take longer than reading.
 */
export type Plans = "free" | "indexed" | "generic"
