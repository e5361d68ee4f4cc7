import { type SandboxCollection, type SandboxRecord, SandboxStore } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Effect, Option } from "effect"
import type { Checkpoints } from "./Checkpoints.ts"
import { prepareErasableTexts } from "./ErasableTexts.ts"
import type { Reads } from "./Reads.ts"
import type { WriteQueue } from "./WriteQueue.ts"

/** The state of simulated providers, in a separate table. */
export const sqliteSandboxStore = (
  database: Database.Database,
  queue: WriteQueue,
  reads: Reads,
  checkpoints: Checkpoints
): SandboxStore["Service"] => {
  const insert = database.prepare(
    "INSERT INTO sandbox_records (collection, id, value) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
  )
  const put = database.prepare(
    "INSERT INTO sandbox_records (collection, id, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
  )
  const get = database.prepare("SELECT value FROM sandbox_records WHERE collection = ? AND id = ?").pluck()
  const underPrefix = `FROM sandbox_records
    WHERE collection = @collection AND id >= @prefix AND id < @prefix || char(0x10FFFF)`
  const list = database.prepare(
    `SELECT id, value ${underPrefix} AND id > @after ORDER BY id LIMIT @limit OFFSET @skip`
  )
  const count = database.prepare(`SELECT count(*) ${underPrefix}`).pluck()
  const remove = database
    .prepare("DELETE FROM sandbox_records WHERE collection = ? AND id = ? RETURNING value")
    .pluck()
  const texts = prepareErasableTexts(database)
  /**
   * E-mails contain personal data, so they are sealed and can be destroyed permanently; JSON starts
   * differently from sealed text.
   */
  const isSealed = (collection: SandboxCollection, value: string) =>
    collection === "mail" && !value.startsWith("{")
  const kept = (collection: SandboxCollection, value: string) =>
    collection === "mail" ? texts.seal(value) : value
  const opened = (collection: SandboxCollection, value: string): string | undefined =>
    isSealed(collection, value) ? texts.open(value) : value

  const listed = (
    collection: SandboxCollection,
    prefix: string,
    part: { readonly after: string; readonly limit: number; readonly skip: number }
  ): ReadonlyArray<SandboxRecord> =>
    (list.all({ collection, prefix, ...part }) as ReadonlyArray<SandboxRecord>)
      .map(({ id, value }) => ({ id, value: opened(collection, value) ?? "" }))
      .filter(({ value }) => value !== "")

  return SandboxStore.of({
    insert: (collection, id, value) =>
      queue.submit(1, () =>
        Effect.succeed(insert.run(collection, id, kept(collection, value)).changes === 1)
      ),
    put: (collection, id, value) =>
      queue.submit(1, () => {
        put.run(collection, id, kept(collection, value))
        return Effect.void
      }),
    remove: (collection, id) =>
      queue.submit(1, () => {
        const value = remove.get(collection, id) as string | undefined
        if (value === undefined) return Effect.void
        if (isSealed(collection, value)) texts.destroy(value)
        checkpoints.noteErasure()
        return Effect.void
      }),
    get: (collection, id) =>
      reads.readTogether(() =>
        Option.flatMap(Option.fromUndefinedOr(get.get(collection, id) as string | undefined), (value) =>
          Option.fromUndefinedOr(opened(collection, value))
        )
      ),
    list: (collection, prefix) =>
      reads.readTogether(() => listed(collection, prefix, { after: "", limit: -1, skip: 0 })),
    page: (collection, prefix, { limit, page }) =>
      reads.readTogether(() => ({
        items: listed(collection, prefix, { after: "", limit, skip: (page - 1) * limit }),
        total: Number(count.get({ collection, prefix }))
      })),
    after: (collection, prefix, id, limit) =>
      reads.readTogether(() => listed(collection, prefix, { after: id, limit, skip: 0 }))
  })
}
