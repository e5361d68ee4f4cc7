import type Database from "better-sqlite3"
import { Effect, Option } from "effect"
import type { FileHealth } from "../FileHealth.ts"
import { AnchorFile } from "./AnchorFile.ts"
import { anchorIdsOf } from "./anchorJoins.ts"
import type { HashChain, HashChainHead } from "./HashChain.ts"

/** Keeps the anchor at the end of the chain. */
export interface Anchoring {
  readonly note: (head: HashChainHead | undefined) => void
  /** Looks whether the file of the anchor is still there, unless the store itself is gone. */
  readonly look: (health: FileHealth) => void
  /** A store that is damaged or gone has no reliable end of its chain. */
  readonly close: (health: FileHealth) => void
}

/** The anchor of an open store. A store opened read-only does not move it. */
export const anchoringOf = (
  database: Database.Database,
  hashChain: HashChain,
  { filename, readonly = false }: { readonly filename: string; readonly readonly?: boolean }
): Effect.Effect<Anchoring> =>
  Effect.map(Effect.context<never>(), (context) => {
    if (readonly) return { note: () => {}, look: () => {}, close: () => {} }
    const run = Effect.runSyncWith(context)
    const anchor = new AnchorFile(filename, (message) => run(Effect.logError(message)))
    const id = anchorIdsOf(database).at(-1) ?? ""
    const markOf = ({ at, event, hash }: HashChainHead) => ({ id, event, hash, at })
    return {
      note: (head) => {
        if (head === undefined) return
        // If other processes write too, one of them may be further.
        if (hashChain.isShared) anchor.writeIfLater(markOf(head))
        else anchor.write(markOf(head))
      },
      look: ({ isOver }) => {
        if (!isOver) anchor.look()
      },
      close: ({ isOver }) => anchor.close(isOver ? Option.none() : Option.map(endOf(hashChain), markOf))
    }
  })

/** If other processes wrote as well, the end is theirs. An unreadable store has none. */
const endOf = (hashChain: HashChain): Option.Option<HashChainHead> => {
  try {
    return Option.some(hashChain.stored)
  } catch {
    return Option.none()
  }
}
