import { operationsOf, rightRequest } from "@quittance/adapters-http/testing"
import { assert, describe, it } from "vitest"
import { createClient } from "../src/index.ts"
import { isOperation, type Operation, type OperationTree } from "../src/Operation.ts"
import { operationTable } from "../src/operations/operationTable.ts"
import { startClient } from "./TestClient.ts"

/** Every operation of the client, with its name. */
const named = (
  tree: OperationTree,
  above: ReadonlyArray<string> = []
): ReadonlyArray<[ReadonlyArray<string>, Operation]> =>
  Object.entries(tree).flatMap(([name, node]) =>
    isOperation(node)
      ? [[[...above, name], node] as [ReadonlyArray<string>, Operation]]
      : named(node, [...above, name])
  )

const calls = named(operationTable)
const pathOf = ({ method, path }: Pick<Operation, "method" | "path">) => `${method} ${path}`

/** A member of a client, by its name. */
const memberOf = (client: object, names: ReadonlyArray<string>): unknown =>
  names.reduce<unknown>((node, name) => Reflect.get(Object(node), name), client)

const payloadOf = ({ body, query }: ReturnType<typeof rightRequest>): object => {
  if (body instanceof FormData) return Object.fromEntries(body)
  return typeof body === "object" && body !== null ? body : Object.fromEntries(new URLSearchParams(query))
}

describe("the client and the operations of the API", async () => {
  const started = await startClient()
  const operations = (await operationsOf(started.api)).filter(({ caller }) => caller !== "operator")

  it("are the same, each once", () => {
    // What answers a list or one record is two calls.
    const paths = new Set(calls.map(([, operation]) => pathOf(operation)))
    assert.deepStrictEqual([...paths].toSorted(), operations.map(pathOf).toSorted())
  })

  it("have names that say what a person would", () => {
    const names = calls.map(([name]) => name.join("."))
    for (const expected of [
      "crypto.payouts.create",
      "crypto.payouts.history",
      "crypto.invoices.find",
      "crypto.invoices.list",
      "crypto.balance.entries.list",
      "crypto.balance.get",
      "fiat.invoices.list",
      "fiat.batches.create",
      "fiat.kyc.sessions.redact",
      "fiat.webhooks.rotateSecret",
      "fiat.webhooks.deliveries.redeliver",
      "transit.wallets.create",
      "transit.webhook.set",
      "signature.validate",
      "sandbox.payInvoice"
    ])
      assert.include(names, expected)
    assert.strictEqual(new Set(names).size, names.length)
  })

  // The clock is moved when somebody works on what becomes due.
  started.api.startWork()
  for (const [names, facts] of calls)
    it(`${names.join(".")} succeeds`, async () => {
      const operation =
        operations.find((each) => pathOf(each) === pathOf(facts)) ?? assert.fail(pathOf(facts))
      const things = await started.things(`partner of ${names.join(".")}`)
      const right = rightRequest(operation, things)
      const given = [
        ...(facts.path.includes("{") ? [right.id] : []),
        ...(facts.sends === undefined ? [] : [facts.items === undefined ? payloadOf(right) : {}])
      ]
      const client = createClient({ ...started.common, ...pairOf(things.key) })
      const call = memberOf(client.withRawResponse, names)
      assert.isFunction(call)
      const { data, requestId, status } = await (
        call as (...all: ReadonlyArray<unknown>) => Promise<RawAnswer>
      )(...given)
      assert.isBelow(status, 300)
      assert.match(String(requestId), /^[0-9a-f-]{36}$/)
      assert.strictEqual(data === undefined, facts.isSilent === true)
      if (facts.items !== undefined) assert.isArray(Reflect.get(Object(data), facts.items))
    })
})

interface RawAnswer {
  readonly data: unknown
  readonly status: number
  readonly requestId: string | undefined
}

const pairOf = ({ publicKey, secret }: { readonly publicKey: string; readonly secret: string }) => ({
  publicKey,
  secret
})
