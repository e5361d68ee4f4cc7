import { ScratchNotes } from "@quittance/core/adapter"
import Database from "better-sqlite3"

/** The notes of one audit; `heldMax` of a kind are in memory. */
export const scratchNotes = (heldMax?: number): ScratchNotes =>
  new ScratchNotes(() => new Database(""), heldMax)
