import { version1 } from "./version1.ts"

/** The migration from each version to the next; the first turns an empty database into a store. Append only. */
export const migrations: ReadonlyArray<string> = [version1]

export const schemaVersion = migrations.length
