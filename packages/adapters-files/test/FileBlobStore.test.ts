import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { FileBlobStore } from "@quittance/adapters-files"
import { AesGcmVault } from "@quittance/core"
import { BlobStore } from "@quittance/core/adapter"
import { temporaryFolder, windowFinder } from "@quittance/testing"
import { Effect, Layer, Stream } from "effect"
import { contentOf, destroy, ending, folder, pieces, put } from "./blobs.ts"
import { blobFile, filesUnder, folderPath, inDirectory, storeAt } from "./filesAtRest.ts"

const root = temporaryFolder()

describe("what lies in the directory", () => {
  it.effect("is a folder with a key and a file for each blob, for this user alone", () =>
    inDirectory(
      join(root, "layout"),
      Effect.fnUntraced(function* (directory) {
        yield* put("doc_1")
        yield* put("doc_2")
        const path = folderPath(directory, folder)
        assert.deepStrictEqual(readdirSync(path), ["doc_1.blob", "doc_2.blob", "key"])
        const modeOf = (name: string) => (statSync(name).mode & 0o777).toString(8)
        for (const each of [directory, dirname(path), path]) assert.strictEqual(modeOf(each), "700", each)
        for (const each of filesUnder(directory)) assert.strictEqual(modeOf(each), "600", each)
      })
    )
  )

  it.effect("is not looked for in another directory that lies in its place, until it is back", () =>
    inDirectory(
      join(root, "unmounted"),
      Effect.fnUntraced(function* (directory) {
        const blobs = yield* BlobStore
        yield* put("doc_1")
        const unavailable = { _tag: "BlobStoreUnavailable" } as const
        for (const isEmptyThere of [false, true]) {
          renameSync(directory, `${directory}.aside`)
          if (isEmptyThere) mkdirSync(directory)
          assert.deepInclude(yield* Effect.flip(put("doc_2")), unavailable)
          // Otherwise it would count as destroyed.
          assert.deepInclude(yield* Effect.flip(destroy()), unavailable)
          assert.deepInclude(yield* Effect.flip(blobs.list(folder)), unavailable)
          assert.strictEqual(yield* ending("doc_1"), "BlobStoreUnavailable")
          if (isEmptyThere) rmdirSync(directory)
          renameSync(`${directory}.aside`, directory)
          assert.strictEqual(yield* ending("doc_1"), "whole")
        }
      })
    )
  )

  it.effect("holds no 16 bytes of a document, nor does the system's folder for temporary files", () => {
    const temporary = join(root, "temporary")
    mkdirSync(temporary)
    const before = process.env.TMPDIR
    process.env.TMPDIR = temporary
    assert.strictEqual(tmpdir(), temporary)
    return inDirectory(
      join(root, "marker"),
      Effect.fnUntraced(function* (directory) {
        const blobs = yield* BlobStore
        const content = contentOf("doc_1")
        const finder = windowFinder(content)
        const look = Effect.sync(() => {
          const files = [directory, temporary].flatMap(filesUnder)
          for (const file of files) assert.isUndefined(finder(readFileSync(file)), file)
          return files.length
        })
        const looking = Stream.concat(pieces(content), Stream.fromEffectDrain(look))
        yield* blobs.put(folder, "doc_1", looking)
        assert.strictEqual(yield* ending("doc_1"), "whole")
        assert.strictEqual(yield* look, 2)
        yield* destroy()
        assert.strictEqual(yield* look, 0)
        // The finder finds what is there.
        writeFileSync(join(temporary, "found"), content.subarray(70_001, 70_017))
        assert.strictEqual((yield* Effect.exit(look))._tag, "Failure")
      })
    ).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          if (before === undefined) delete process.env.TMPDIR
          else process.env.TMPDIR = before
        })
      )
    )
  })

  it.effect("opens in the format that is documented, with nothing but the key", () =>
    inDirectory(
      join(root, "format"),
      Effect.fnUntraced(function* (directory) {
        yield* put("doc_1")
        const file = readFileSync(blobFile(directory, folder, "doc_1"))
        const sealedKey = readFileSync(join(folderPath(directory, folder), "key"), "utf8")
        const opened = yield* Effect.promise(async () => {
          const unsealed = async (
            key: Uint8Array<ArrayBuffer>,
            iv: Uint8Array<ArrayBuffer>,
            aad: string,
            data: Uint8Array<ArrayBuffer>
          ) => {
            const algorithm = { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(aad) }
            const imported = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"])
            return new Uint8Array(await crypto.subtle.decrypt(algorithm, imported, data))
          }
          const sealed = new Uint8Array(Buffer.from(sealedKey.replace("v1.", ""), "base64"))
          const master = new TextEncoder().encode("a".repeat(32))
          const keyText = await unsealed(
            master,
            sealed.slice(0, 12),
            "blob folder prt_1/kyc_1",
            sealed.slice(12)
          )
          const key = new Uint8Array(Buffer.from(new TextDecoder().decode(keyText), "base64"))
          assert.strictEqual(file.toString("latin1", 0, 6), "QBLOB\u0001")
          const prefix = file.subarray(6, 13)
          const frames: Array<Uint8Array> = []
          for (let index = 0; index < 4; index++) {
            const start = 13 + index * 65_552
            const iv = Uint8Array.of(...prefix, 0, 0, 0, index, index === 3 ? 1 : 0)
            const data = new Uint8Array(file.subarray(start, start + 65_552))
            frames.push(await unsealed(key, iv, "QBLOB\u0001prt_1/kyc_1/doc_1", data))
          }
          return Buffer.concat(frames)
        })
        assert.isTrue(opened.equals(contentOf("doc_1")))
      })
    )
  )
})

describe("a name that could lead elsewhere", () => {
  const names = [
    "",
    ".",
    "..",
    "../x",
    "a/b",
    "/a",
    "a\\b",
    "a\0b",
    "a.b",
    "key.x",
    "a b",
    "ключ",
    "a\n",
    "x".repeat(65)
  ]

  it.effect("is refused before it touches a path, whatever it names", () =>
    inDirectory(
      join(root, "names/inner"),
      Effect.fnUntraced(function* (directory) {
        const blobs = yield* BlobStore
        for (const name of names) {
          const folders = [
            { ...folder, partnerId: name },
            { ...folder, ownerId: name }
          ]
          const attempts = [
            ...folders.flatMap((of) => [
              blobs.put(of, "doc_1", Stream.empty),
              Stream.runDrain(blobs.get(of, "doc_1")),
              blobs.remove(of, "doc_1"),
              Effect.asVoid(blobs.list(of)),
              blobs.destroy(of)
            ]),
            blobs.put(folder, name, Stream.empty),
            Stream.runDrain(blobs.get(folder, name)),
            blobs.remove(folder, name)
          ]
          for (const attempt of attempts) {
            const failure = yield* Effect.flip(attempt)
            assert.strictEqual(failure._tag, "BlobStoreUnavailable", JSON.stringify(name))
          }
        }
        assert.deepStrictEqual(readdirSync(dirname(directory), { recursive: true }), ["inner"])
      })
    )
  )
})

describe("a directory that can keep no documents", () => {
  const refusalOf = (directory: string) =>
    FileBlobStore.layer({ directory }).pipe(
      Layer.provide(Layer.orDie(AesGcmVault.layer(btoa("a".repeat(32))))),
      Layer.build,
      Effect.scoped,
      Effect.flip
    )

  it.effect("is refused in one sentence that names it", () =>
    Effect.gen(function* () {
      const file = join(root, "file")
      writeFileSync(file, "no folder")
      const dangling = join(root, "dangling")
      symlinkSync(join(root, "nowhere"), dangling)
      for (const directory of [file, join(file, "below"), dangling, join("/proc", "documents")]) {
        const { _tag, message } = yield* refusalOf(directory)
        assert.strictEqual(_tag, "FileBlobStoreRefused")
        assert.match(message, /^[^\n]+ cannot store documents: [^\n]+\.$/)
        assert.include(message, directory)
      }
      assert.strictEqual(readFileSync(file, "utf8"), "no folder")
      assert.strictEqual((yield* refusalOf(" ")).message, "The directory of documents has no name.")
    })
  )

  it.effect("is made where there is none, with those above it, and left as it was where there is one", () =>
    Effect.gen(function* () {
      const directory = join(root, "new", "deeper", "documents")
      for (let start = 0; start < 2; start++) {
        yield* Effect.provide(Effect.asVoid(BlobStore), storeAt(directory))
        assert.deepStrictEqual(readdirSync(directory), [])
      }
      const link = join(root, "link")
      symlinkSync(directory, link)
      yield* Effect.provide(put("doc_1"), storeAt(link))
      assert.strictEqual(yield* Effect.provide(ending("doc_1"), storeAt(directory)), "whole")
      rmSync(link)
    })
  )
})
