import { rmSync } from "node:fs"
import { basename } from "node:path"
import { ApiKeys } from "@quittance/core"
import { apiKey, type NewApiKey, StateReader } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { StoreConfiguration } from "../configuration/StoreConfiguration.ts"
import { isSystemError, makeExclusively, readKept } from "./exclusiveFile.ts"
import { keptFailure } from "./fileFailure.ts"
import { StartRefused } from "./StartRefused.ts"
import { isMadeHere, whereMade } from "./sandboxFiles.ts"
import { isGoneOwner, workerOwner } from "./WorkerOwner.ts"

/** How long another process may take to make the credentials. */
const waitMillis = 50
const waitsMax = 200

/**
 * At the first start of a sandbox: creates the partner `sandbox` with one key of all scopes, and the file
 * with the pair. Does nothing if the file exists, or was made by another machine that shares the store. Of
 * several processes that start at once, one creates them, and the others wait. Returns the created key.
 */
export const makeSandboxCredentials = Effect.fnUntraced(function* (configuration: StoreConfiguration) {
  const { credentialsFile: path } = configuration
  if (
    (yield* onFile(path, () => readKept(path))) === undefined &&
    !(yield* isMadeHere(configuration, path))
  ) {
    yield* tellWhereMade(path)
    return Option.none<NewApiKey>()
  }
  const turn = `${path}.lock`
  for (let waits = 0; waits < waitsMax; waits++) {
    const kept = yield* onFile(path, () => readKept(path))
    if (kept !== undefined) {
      yield* warnWhenForeign(path, kept)
      return Option.none<NewApiKey>()
    }
    if (yield* onFile(turn, () => takeTurn(turn))) {
      return yield* Effect.ensuring(
        makeUnlessThere(path),
        Effect.sync(() => rmSync(turn, { force: true }))
      )
    }
    yield* Effect.sleep(waitMillis)
  }
  return yield* new StartRefused({
    message: `Another process has been creating ${path} for too long: delete ${turn} if no such process runs.`
  })
})

/** Takes the lock file, even from a process that no longer runs. */
const takeTurn = (turn: string): boolean => {
  if (makeExclusively(turn, workerOwner)) return true
  const holder = readKept(turn)
  if (holder !== undefined && isGoneOwner(holder)) rmSync(turn, { force: true })
  return false
}

const makeUnlessThere = Effect.fnUntraced(function* (path: string) {
  // The previous holder may have created it between our look and our turn.
  if ((yield* onFile(path, () => readKept(path))) !== undefined) return Option.none<NewApiKey>()
  const keys = yield* ApiKeys
  const key = yield* Effect.orDie(keys.create({ partner: "sandbox" }))
  const { partnerId, publicKey, secret } = key
  const text = `${JSON.stringify({ partnerId, publicKey, secret }, undefined, 2)}\n`
  yield* onFile(path, () => makeExclusively(path, text))
  return Option.some(key)
})

const tellWhereMade = Effect.fnUntraced(function* (path: string) {
  const made = Option.getOrElse(yield* whereMade(path), () => "another machine")
  yield* Effect.logWarning(
    `the key pair of the partner sandbox is in ${made}, not in ${path}: copy the file, or create another pair with quittance keys create --partner sandbox`
  )
})

/** Otherwise a file of an earlier database beside a new one would only be noticed by refused requests. */
const warnWhenForeign = Effect.fnUntraced(function* (path: string, kept: string) {
  const publicKey = /"publicKey":\s*"([^"]*)"/.exec(kept)?.[1] ?? ""
  const states = yield* StateReader
  if ((yield* states.indexed(apiKey, "by_public_key", { equal: [publicKey] })).length === 0) {
    yield* Effect.logWarning(
      `the key in ${basename(path)} is unknown to this store: delete the file and start again to get a new one`
    )
  }
})

const onFile = <A>(path: string, use: () => A): Effect.Effect<A, StartRefused> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(use())
    } catch (error) {
      if (!isSystemError(error)) return Effect.die(error)
      return Effect.fail(
        new StartRefused({
          message: `The sandbox's credentials can be neither read nor created: ${keptFailure(path, error)}.`
        })
      )
    }
  })
