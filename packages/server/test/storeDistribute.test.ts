import { assert, it } from "@effect/vitest"
import { asked, testServer } from "@quittance/testing/postgres"
import { quittance, temporaryFolder } from "./QuittanceProcess.ts"

const refusal = async (variables: Record<string, string>, ...flags: ReadonlyArray<string>) => {
  const folder = temporaryFolder()
  const { status, stderr, stdout } = await quittance(["store", "distribute", ...flags], folder, {
    QUITTANCE_DATA: folder,
    ...variables
  })
  assert.strictEqual(stdout, "")
  return { status, stderr }
}

it("a database without Citus is not distributed, and stays empty", async () => {
  const url = await (await testServer()).newDatabase()
  const { status, stderr } = await refusal({ QUITTANCE_DB: url })
  assert.strictEqual(status, 1)
  assert.match(stderr, /^quittance: The database \S+ on \S+ has no Citus: run CREATE EXTENSION citus in it /)
  assert.isEmpty(await asked(url, "SELECT FROM pg_tables WHERE schemaname = 'public'"))
})

it("only a store on PostgreSQL is distributed, over a number of shards", async () => {
  const file = await refusal({})
  assert.strictEqual(file.status, 2)
  assert.include(
    file.stderr,
    "store distribute needs a store on PostgreSQL: set QUITTANCE_DB to the postgres:// URL"
  )
  for (const shards of ["0", "1025", "many", "-3", "1.5"]) {
    const { status, stderr } = await refusal({}, `--shards=${shards}`)
    assert.strictEqual(status, 2)
    assert.include(stderr, "--shards must be a whole number from 1 to 1024, such as 32.")
  }
})
