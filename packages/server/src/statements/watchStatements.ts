import { basename } from "node:path"
import { Operations } from "@quittance/core"
import { faultSentence, type StatementReport, WallClock } from "@quittance/core/adapter"
import { Data, Effect } from "effect"
import { statementFile } from "../command/StatementFile.ts"
import { isGoneOwner, workerOwner } from "../start/WorkerOwner.ts"
import { claim, filesIn, giveBackLeft, moveInto, writeBeside } from "./inboxFiles.ts"
import { madeStatementFolder, type StatementFolder } from "./StatementFolder.ts"

/** A file is taken when it was the same at two looks. */
const lookMillis = 10_000

/** No import takes so long: whoever took a file so long ago is gone, on whatever machine. */
const heldMillisMax = 3_600_000

/** What the folder or the machine does not allow now. */
class FolderUnusable extends Data.TaggedError("FolderUnusable")<{ readonly message: string }> {}

const onDisk = <A>(work: () => Promise<A>): Effect.Effect<A, FolderUnusable> =>
  Effect.tryPromise({
    try: work,
    catch: (error) => new FolderUnusable({ message: error instanceof Error ? error.message : String(error) })
  })

/**
 * Imports what is put into the folders of accounts, and moves it away. Several processes may watch the same folders:
 * who moves a file first imports it. After a crash a file is imported again, and what it says is known.
 */
export const watchStatements = Effect.fnUntraced(function* (folders: ReadonlyArray<StatementFolder>) {
  const wallClock = yield* WallClock
  const looks = yield* Effect.forEach(folders, (folder) => makeLook(folder))
  const lookAtAll = Effect.forEach(looks, (look) => look, { discard: true })
  return yield* Effect.forever(Effect.andThen(lookAtAll, wallClock.sleep(lookMillis)))
})

/** One look into the folder of an account, after which what was complete is imported. */
export const makeLook = Effect.fnUntraced(function* (folder: StatementFolder, owner: string = workerOwner) {
  const { statements } = yield* Operations
  const wallClock = yield* WallClock
  const { account } = folder
  let before = new Map<string, string>()
  let told: string | undefined

  const importTaken = Effect.fnUntraced(function* (path: string) {
    const name = basename(path)
    const file = yield* statementFile(path, "refused")
    const outcome = yield* statements.import({ account, file }).pipe(
      Effect.catchTag("StatementRefused", (refused) => Effect.succeed(faultSentence(refused))),
      // What the program fails on must not be tried for ever.
      Effect.catchDefect((defect) => Effect.as(Effect.logError(`the import of ${name} failed`, defect), bug))
    )
    if (typeof outcome !== "string") {
      yield* onDisk(() => moveInto(folder.done, path, name))
      return yield* Effect.logInfo(importedText(name, account, outcome))
    }
    const moved = yield* onDisk(() => moveInto(folder.refused, path, name))
    const sentence = `${name} is refused: ${outcome}`
    yield* onDisk(() => writeBeside(folder.refused, basename(moved), `${sentence}.\n`))
    yield* Effect.logWarning(`${sentence}; it is in ${folder.refused}`)
  })

  const look = Effect.gen(function* () {
    const fault = madeStatementFolder(folder)
    if (fault !== undefined) return yield* new FolderUnusable({ message: fault })
    const now = yield* wallClock.now
    yield* onDisk(() =>
      // What this process took before, and could not move on, is tried again.
      giveBackLeft(
        folder,
        (other, since) => other === owner || isGoneOwner(other, owner) || now - since > heldMillisMax
      )
    )
    const seen = yield* onDisk(() => filesIn(folder))
    const complete = seen.filter(({ name, state }) => before.get(name) === state)
    before = new Map(seen.map(({ name, state }) => [name, state]))
    for (const { name } of complete) {
      const path = yield* onDisk(() => claim(folder, name, owner))
      if (path !== undefined) yield* Effect.scoped(importTaken(path))
    }
  })

  return look.pipe(
    Effect.match({
      onSuccess: () => undefined,
      onFailure: (failure) => ("reason" in failure ? `${failure._tag}: ${failure.reason}` : failure.message)
    }),
    Effect.flatMap((fault) => {
      const isNews = fault !== told
      told = fault
      // Once, and again after it was mended.
      return fault !== undefined && isNews
        ? Effect.logError(`statements of ${account} are not imported from their folder: ${fault}`)
        : Effect.void
    })
  )
})

const bug =
  "the program failed on it, and its log says how; what it had recorded until then stays, and is recorded once"

const importedText = (name: string, account: string, report: StatementReport): string => {
  const { entries, known, matched, skipped, unresolved, warnings } = report
  const strange = warnings.map(({ line, message }) => `; ${faultSentence({ line, message, path: "" })}`)
  return `imported ${name} into ${account}: ${entries} entries, ${report.new} new (${matched} matched, ${unresolved} unresolved), ${known} known, ${skipped} skipped${strange.join("")}`
}
