import type { Effect } from "effect"

/** How far an import has come. The first pass over a file only looks whether it is whole. */
export interface ImportProgress {
  readonly pass: "checking" | "booking"
  readonly entries: number
}

export interface ImportOptions {
  /** Nothing is recorded, and the report says what would be. */
  readonly dryRun?: boolean
  readonly onProgress?: (progress: ImportProgress) => Effect.Effect<void>
}
