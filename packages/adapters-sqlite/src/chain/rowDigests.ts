import { conceptNamed } from "@quittance/core"
import { type RowDigest, rowDigest } from "./RowDigest.ts"

/**
 * By the names of the concepts: the kinds whose rows are told from tampered ones. Deliveries change without events, and retention
 * erases them.
 */
export const rowDigests: ReadonlyMap<string, RowDigest<unknown>> = new Map(
  [...conceptNamed].map(([name, concept]) => [name, rowDigest(concept)])
)
