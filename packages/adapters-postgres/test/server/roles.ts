import { PostgresStore, roleMade } from "@quittance/adapters-postgres"
import { afterwards } from "@quittance/testing"
import { Effect, Layer } from "effect"
import { adminOf } from "./admin.ts"
import { newDatabase } from "./newStore.ts"

/** A store of an owner, and the URL of another role with these grants. The role ends with the test. */
export const storeFor = async (
  name: string,
  grants: (role: string, schema: string) => string,
  schema = "public"
) => {
  const database = await newDatabase()
  await (await adminOf(database)).query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
  const place = new URL(database)
  if (schema !== "public") place.searchParams.set("options", `-csearch_path=${schema}`)
  const url = place.href
  await Effect.runPromise(Effect.scoped(Layer.build(PostgresStore.layer({ url, mode: "sandbox" }))))
  const admin = await adminOf(url)
  // A name that must be quoted.
  const role = `${name} $do$ \\ ' ${process.pid}`
  await admin.query(roleMade(role))
  afterwards(async () => {
    const last = await adminOf(url)
    await last.query(`DROP OWNED BY "${role}"; DROP ROLE "${role}"`)
  })
  await admin.query(grants(role, schema))
  const asRole = new URL(url)
  asRole.username = role
  return { url, admin, role, urlOfRole: asRole.href }
}
