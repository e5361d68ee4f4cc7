import { conceptNamed } from "./concepts.ts"
import { type RowDigest, rowDigest } from "./RowDigest.ts"

/**
 * By concept name: the kinds of rows whose changes are detected. Deliveries change without events, and
 * retention erases them.
 */
export const rowDigests: ReadonlyMap<string, RowDigest<unknown>> = new Map(
  [...conceptNamed].map(([name, concept]) => [name, rowDigest(concept)])
)
