import { execFileSync } from "node:child_process"
import { cpSync, existsSync, renameSync, statSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder } from "@quittance/testing"
import { Effect } from "effect"
import { destroy, folder, list, put, read, remove } from "./blobs.ts"
import { blobFile, filesUnder, folderPath, inDirectory } from "./filesAtRest.ts"

const root = temporaryFolder()

const everyOperation = {
  put: put("doc_9"),
  get: read("doc_1"),
  remove: remove("doc_1"),
  list: list(),
  destroy: destroy()
}

describe("what stands in the place of a folder, a key or a blob", () => {
  const places = {
    "the partner's folder": (directory: string) => join(directory, folder.partnerId),
    "the folder": (directory: string) => folderPath(directory, folder),
    "the key": (directory: string) => join(folderPath(directory, folder), "key"),
    "the blob": (directory: string) => blobFile(directory, folder, "doc_1")
  }
  const touching = {
    "the partner's folder": ["put", "get", "remove", "list", "destroy"],
    "the folder": ["put", "get", "remove", "list", "destroy"],
    "the key": ["put", "get", "destroy"],
    "the blob": ["get"]
  } as const
  const impostors: Record<string, (place: string, real: string) => void> = {
    "a link": (place, real) => symlinkSync(real, place),
    "a pipe": (place) => void execFileSync("mkfifo", [place])
  }

  for (const [what, impostor] of Object.entries(impostors)) {
    it.effect(`is not followed or waited for where it is ${what}, and what it leads to stays`, () =>
      Effect.gen(function* () {
        for (const place of ["the partner's folder", "the folder", "the key", "the blob"] as const) {
          for (const operation of touching[place]) {
            const name = `${what} for ${place} to ${operation}`.replaceAll(/\W/g, "_")
            yield* inDirectory(
              join(root, name),
              Effect.fnUntraced(function* (directory) {
                yield* put("doc_1")
                const path = places[place](directory)
                const real = join(root, `${name}_real`)
                cpSync(path, real, { recursive: true })
                const files = statSync(real).isDirectory() ? filesUnder(real) : [real]
                renameSync(path, `${real}_first`)
                impostor(path, real)
                const failure = yield* Effect.flip(everyOperation[operation])
                assert.strictEqual(failure._tag, "BlobStoreUnavailable", name)
                if (failure._tag === "BlobStoreUnavailable") assert.notInclude(failure.reason, root, name)
                for (const file of files) assert.isTrue(existsSync(file), file)
                assert.deepStrictEqual(statSync(real).isDirectory() ? filesUnder(real) : [real], files)
              })
            )
          }
        }
      })
    )
  }
})
