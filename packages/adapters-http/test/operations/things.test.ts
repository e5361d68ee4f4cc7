import { MemoryStore, type StorePorts, StoreUnavailable } from "@quittance/core"
import { apiKey, emptyMemoryState, Guard, partner } from "@quittance/core/adapter"
import { Context, Effect, Layer, Result, Schema, Stream } from "effect"
import { assert, describe, it } from "vitest"
import type { ApiOperation } from "../../src/routing/ApiOperation.ts"
import type { ApiAnswer } from "../TestApi.ts"
import { operationsOf } from "./operationTable.ts"
import { refused } from "./refused.ts"
import { makeThings, readAll, rightRequest, send, startComplete } from "./rightRequests.ts"

/** The walk over what operations are about: one success of each, whose things they are, and the store they lie in. */

const hasId = ({ path }: ApiOperation) => path.includes("{")

/** Whether a read is of the partner who calls: of its key or of itself. */
const isOfCaller = (asked: unknown): boolean => asked === apiKey || asked === partner

/** A store in memory that stops to answer, but for the partner who calls: a key is known for a second. */
const stoppingStore = (stopped: { now: boolean; caller: ApiOperation["caller"] }) => {
  const failure = Effect.fail(new StoreUnavailable({ outcome: "notWritten", reason: "disk I/O error" }))
  const stopping = (service: object): object =>
    new Proxy(service, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name)
        if (typeof member === "function")
          return (...args: ReadonlyArray<unknown>) => {
            const asked: unknown = Reflect.apply(member, target, args)
            if (!stopped.now || (stopped.caller === "partner" && isOfCaller(args[0]))) return asked
            return Stream.isStream(asked) ? Stream.fromEffect(failure) : failure
          }
        return Effect.isEffect(member) ? Effect.suspend(() => (stopped.now ? failure : member)) : member
      }
    })
  return Layer.effectContext(
    Effect.map(Layer.build(MemoryStore.layerOver(emptyMemoryState())), (ports) =>
      Context.makeUnsafe<StorePorts>(
        new Map(
          [...ports.mapUnsafe].map(([key, service]) =>
            key === Guard.key ? [key, service] : [key, stopping(service)]
          )
        )
      )
    )
  )
}

/** The answer has its status, the envelope or none, and exactly the fields of the description. */
const isDescribed = (operation: ApiOperation, { body, headers, status }: ApiAnswer) => {
  const { id, recordStatus, success: schema } = operation
  assert.strictEqual(status, recordStatus ?? 200, `${id} ${JSON.stringify(body)}`)
  assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
  if (recordStatus === 204)
    return assert.deepStrictEqual([body, headers.get("content-type")], [{ text: "" }, null])
  const { requestId, success, ...enveloped } = body
  if (recordStatus === undefined)
    assert.deepStrictEqual([success, requestId], [true, headers.get("x-request-id") ?? ""], id)
  const fields = recordStatus === undefined ? enveloped : body
  const decoded = Schema.decodeUnknownResult(Schema.toType(schema), { onExcessProperty: "error" })(fields)
  assert.isTrue(Result.isSuccess(decoded), `${id}: ${Result.isFailure(decoded) ? decoded.failure : ""}`)
}

describe("every operation", () => {
  it("answers one right request as it is described, field by field", async () => {
    await using api = await startComplete()
    const operations = await operationsOf(api)
    for (const operation of operations) {
      const things = await makeThings(api, operation.id)
      // What moves the clock waits for what is due.
      await api.work()
      isDescribed(operation, await send(api, operation, rightRequest(operation, things), things.key))
    }
    for (const [id, sent] of [
      ["getTransitWebhook", {}],
      ["createKycSession", { body: { level: "advanced", metadata: { a: [1] } } }]
    ] as const) {
      const operation = operations.find((each) => each.id === id) as ApiOperation
      isDescribed(operation, await send(api, operation, sent))
    }
  })

  it("404 not_found: knows no id but of its own kind and its caller's", async () => {
    await using api = await startComplete()
    const [things, others] = [await makeThings(api, "acme"), await makeThings(api, "other")]
    const operations = await operationsOf(api)
    const before = await readAll(api, operations, things)
    // Operators read and write all partners.
    for (const operation of operations.filter(({ caller }) => caller !== "operator")) {
      const right = rightRequest(operation, things)
      // A request that is another one where another partner makes it names something.
      if (JSON.stringify(right) === JSON.stringify(rightRequest(operation, others))) continue
      const asked = await send(api, operation, right, others.key)
      if (operation.id.startsWith("search")) {
        assert.deepStrictEqual([asked.status, asked.body.results], [200, []], `${operation.id}: another's`)
        continue
      }
      refused(asked, 404, "not_found", `${operation.id}: another's`)
      if (!hasId(operation)) continue
      const own = String(right.id)
      const kinds = Object.values(things).filter((each) => typeof each === "string" && each !== own)
      const [prefix = ""] = /^[a-z]+_/.exec(own) ?? []
      const unknown = own.replace(/[0-9a-f]/g, "0").replace(/^.*_/, prefix)
      const spelled = prefix === "" ? [] : [own.toUpperCase(), own.slice(prefix.length)]
      for (const id of [...kinds, ...spelled, unknown, `${own}0`, "1", "%00", "a%00b"]) {
        const sent = { ...right, id: encodeURI(decodeURI(String(id))) }
        refused(await send(api, operation, sent, things.key), 404, "not_found", `${operation.id}: ${id}`)
      }
    }
    assert.deepStrictEqual(await readAll(api, operations, things), before)
  })

  it("shows a partner nothing of another's", async () => {
    await using api = await startComplete()
    const things = await makeThings(api, "acme")
    const stranger = await api.createKey({ partner: "stranger" })
    for (const operation of await operationsOf(api)) {
      if (operation.method !== "GET" || hasId(operation) || operation.caller === "operator") continue
      const answer = await send(api, operation, rightRequest(operation, things), stranger)
      // A refusal may repeat what was asked for.
      if (answer.status === 404) continue
      assert.strictEqual(answer.status, 200, operation.id)
      for (const each of Object.values(things))
        if (typeof each === "string") assert.notInclude(JSON.stringify(answer.body), each, operation.id)
    }
  })

  it("503 service_unavailable: does not answer without the store it needs, and says when to come again", async () => {
    const stopped: Parameters<typeof stoppingStore>[0] = { now: false, caller: "partner" }
    await using api = await startComplete({ store: stoppingStore(stopped) })
    const things = await makeThings(api, "acme")
    const operations = await operationsOf(api)
    for (const operation of operations) {
      const right = rightRequest(operation, things)
      stopped.now = true
      stopped.caller = operation.caller
      const answer = await send(api, operation, right, things.key)
      stopped.now = false
      if (["listCryptoNetworks", "listTransitNetworks", "validateSignature"].includes(operation.id)) {
        assert.strictEqual(answer.status, 200, operation.id)
        continue
      }
      refused(answer, 503, "service_unavailable", operation.id)
      assert.strictEqual(answer.headers.get("retry-after"), "1", operation.id)
      assert.notInclude(JSON.stringify(answer.body), "disk")
    }
  })
})
