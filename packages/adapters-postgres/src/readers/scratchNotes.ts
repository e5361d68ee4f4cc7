import { ScratchNotes } from "@quittance/core"

/** The notes of one audit; `heldMax` of a kind are in memory. */
export const scratchNotes = (heldMax?: number): ScratchNotes =>
  new ScratchNotes(() => {
    // Loaded when it is needed: before version 24 Node prints a warning about it.
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite")
    return new DatabaseSync("")
  }, heldMax)
