import { hostname } from "node:os"
import { basename } from "node:path"
import { SandboxStore } from "@quittance/core/adapter"
import { Effect, Option, Schema } from "effect"
import type { StoreConfiguration } from "../configuration/StoreConfiguration.ts"

const Place = Schema.fromJsonString(Schema.Struct({ host: Schema.String, path: Schema.String }))
const decodePlace = Schema.decodeUnknownSync(Place)
const encodePlace = Schema.encodeSync(Place)

type Place = typeof Place.Type

/**
 * Whether a file of a sandbox is created here. Among the machines and folders that share a store, the first one that
 * asks creates it, also if it asks again. Beside a SQLite file there is only one folder.
 */
export const isMadeHere = Effect.fnUntraced(function* ({ store }: StoreConfiguration, path: string) {
  if (store._tag === "sqlite") return true
  const records = yield* SandboxStore
  const here: Place = { host: hostname(), path }
  if (yield* records.insert("file", basename(path), encodePlace(here))) return true
  return Option.exists(yield* placeOf(path), ({ host, path }) => host === here.host && path === here.path)
})

/** Where the file of that name was created, if known: `PATH on HOST`. */
export const whereMade = (path: string) =>
  Effect.map(placeOf(path), (place) => Option.map(place, ({ host, path }) => `${path} on ${host}`))

const placeOf = Effect.fnUntraced(function* (path: string) {
  const records = yield* SandboxStore
  return Option.map(yield* records.get("file", basename(path)), (text) => decodePlace(text))
})
