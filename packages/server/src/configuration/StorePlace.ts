import { dirname, resolve } from "node:path"
import { type EnvironmentReader, Wrong } from "./Environment.ts"
import { looksLikeUrl } from "./looksLikeUrl.ts"

/** Where the store is. A URL may contain a password: `storeName` is what is shown. */
export type StorePlace =
  | { readonly _tag: "sqlite"; readonly filename: string }
  | { readonly _tag: "postgres"; readonly url: string }

/** The store that `QUITTANCE_DB` names, and the folder of the files beside it. */
export const storePlace = (reader: EnvironmentReader) => {
  const sqlite: StorePlace = { _tag: "sqlite", filename: resolve("data/quittance.db") }
  const store = reader.readSecret<StorePlace>("QUITTANCE_DB", sqlite, parseStore)
  // Always read, so that a wrong value is reported before a store is moved.
  const data = reader.read("QUITTANCE_DATA", resolve("data"), pathLike("folder", "./data"))
  return { store, dataFolder: store._tag === "sqlite" ? dirname(store.filename) : data }
}

/** The location of the store, for operators: without a password. */
export const storeName = (store: StorePlace): string => {
  if (store._tag === "sqlite") return store.filename
  const url = new URL(store.url)
  url.password = ""
  for (const name of [...url.searchParams.keys()]) if (/pass/i.test(name)) url.searchParams.delete(name)
  return url.href
}

/** The first schema of the search path that a URL sets, as written there; undefined if it sets none. */
export const schemaInUrl = (url: string): string | undefined => {
  const options = new URL(url).searchParams.get("options") ?? ""
  const paths = [...options.matchAll(/(?:^|\s)(?:-c\s*|--)search_path=((?:\\.|[^\s\\])*)/g)]
  // Within options a backslash keeps what follows it; PostgreSQL takes the last one.
  const path = paths.at(-1)?.[1]?.replaceAll(/\\(.)/g, "$1")
  const [first = ""] = path?.split(",") ?? []
  const quoted = /^\s*"(.*)"\s*$/.exec(first)?.[1]
  return path === undefined ? undefined : (quoted?.replaceAll('""', '"') ?? first.trim().toLowerCase())
}

/** Parses the path of a folder, or of a file, on this machine. */
export const pathLike =
  (what: "file" | "folder", example: string) =>
  (text: string): string | Wrong =>
    looksLikeUrl(text) ? new Wrong(`must be the path of a ${what}, such as ${example}`) : resolve(text)

/** Parses the name of a store, as in `QUITTANCE_DB`. */
export const parseStore = (text: string): StorePlace | Wrong => {
  if (/^postgres(?:ql)?:/i.test(text)) {
    const url = withHostInPlace(text)
    return isDatabaseUrl(url)
      ? { _tag: "postgres", url }
      : new Wrong(
          "must be a URL such as postgres://user:password@host:5432/database, with / ? # @ : and % in user and password percent-encoded"
        )
  }
  return looksLikeUrl(text)
    ? new Wrong("must be the path of a SQLite file, such as ./data/quittance.db, or a postgres:// URL")
    : { _tag: "sqlite", filename: resolve(text) }
}

/**
 * Services that provide a socket write `postgres://user:password@/database?host=/folder`. A user without a host is no
 * URL, so the host is moved to its place.
 */
const withHostInPlace = (text: string): string => {
  const complete = text.replace("@/", "@host/")
  const url = text !== complete && URL.canParse(complete) ? new URL(complete) : undefined
  const host = url?.searchParams.get("host")
  if (url === undefined || !host) return text
  url.searchParams.delete("host")
  return url.href.replace("@host/", `@${encodeURIComponent(host)}/`)
}

/** A password that is not encoded ends the address early: the rest would be read as path, query or fragment. */
const isDatabaseUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return (
    url !== undefined &&
    /^\/[^/@]+$/.test(url.pathname) &&
    !url.search.includes("@") &&
    url.hash === "" &&
    (url.hostname !== "" || url.searchParams.has("host")) &&
    !/\s/.test(text) &&
    isDecodable(text)
  )
}

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
