import { ApiClient, type Received } from "./ApiClient.ts"
import { type Attack, mustHold } from "./Attack.ts"
import { Chance } from "./Chance.ts"
import { type FuzzRequest, fuzzRequest, KnownIds } from "./fuzzRequests.ts"
import { Victim } from "./Victim.ts"

const requestsDefault = 20_000
const atOnce = 8
const refusalBytesMax = 64 * 1024
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/**
 * What the resident memory may grow by in the second half, when everything is warm. The store's caches fill all the
 * time.
 */
const growthMax = 1.5

const numberOf = (name: string, otherwise: number): number => {
  const text = process.env[name]
  return text === undefined || text === "" ? otherwise : Number.parseInt(text, 10)
}

/** What is wrong with an answer, whatever was asked. */
const faultOf = ({ body, headers, status }: Received): string | undefined => {
  const id = headers["x-request-id"]
  if (typeof id !== "string" || !uuidPattern.test(id)) return "there is no X-Request-Id"
  if (status === 503) return headers["retry-after"] === undefined ? "503 without Retry-After" : undefined
  if (status >= 500) return `answered ${status}`
  if (status < 400) return undefined
  if (body.length > refusalBytesMax) return `${body.length} bytes of refusal`
  if (headers["content-type"]?.startsWith("text/html") === true) return undefined
  try {
    const { error, requestId, success } = JSON.parse(body.toString())
    if (success !== false || requestId !== id) return "the refusal is not in the envelope"
    if (typeof error.code !== "string" || typeof error.message !== "string") return "the refusal has no code"
    if (!codes.has(`${status} ${error.code}`)) return `${status} with the code ${error.code}`
    return (error.details?.length ?? 0) > 20 ? "more than 20 faults are told" : undefined
  } catch {
    return `a refusal that is no JSON: ${body.toString("latin1").slice(0, 80)}`
  }
}

/** Those of the interface that a request can be refused with. */
const codes = new Set(
  `400 invalid_request|400 invalid_json|400 unsupported_network|400 invalid_address|400 amount_out_of_range|400 insufficient_funds
   400 invalid_url|400 webhook_not_configured|400 invalid_image|400 unsupported_image|400 image_too_large|401 unauthorized
   401 signature_invalid|401 timestamp_out_of_range|401 signature_replayed|403 forbidden|404 not_found|405 method_not_allowed
   409 idempotency_conflict|409 invalid_state|409 duplicate|409 limit_reached|413 payload_too_large|415 unsupported_media_type
   422 validation_failed|429 rate_limited`
    .split(/[|\n]/)
    .map((each) => each.trim())
)

const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20)

/** Requests by chance from the description of the API, all that comes back checked. */
export const fuzz: Attack = {
  name: "fuzz",
  tries:
    "requests that are valid, nearly valid, or bytes: no 5xx but 503 with Retry-After, every refusal in the envelope, no hang, memory level",
  run: async () => {
    const count = numberOf("ATTACK_REQUESTS", requestsDefault)
    const seed = numberOf("ATTACK_SEED", 16)
    const chance = new Chance(seed)
    const victim = await Victim.start({
      // Receivers are a closed port of this machine, so that nothing leaves it.
      environment: { QUITTANCE_RATE_LIMITS: "off", QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" }
    })
    const client = new ApiClient(victim)
    const beside = new ApiClient(victim)
    const lines = [`${count} requests, ATTACK_SEED=${seed}`]
    const statuses = new Map<number, number>()
    const kinds = new Map<string, number>()
    const ids = new KnownIds()
    const resident: Array<number> = []
    let slowest = { millis: 0, what: "" }

    const ask = async ({ kind, sent, what }: FuzzRequest): Promise<void> => {
      const said = `${what}: ${sent.method} ${sent.target.slice(0, 200)} ${sent.body?.toString().slice(0, 300) ?? ""}`
      const answer = await client
        .send(sent)
        .catch((error: unknown) => mustHold(false, `${String(error)} to ${said}`))
      if (answer === undefined) return
      const fault = faultOf(answer)
      mustHold(fault === undefined, `${fault} to ${said}`)
      if (answer.status < 300) ids.learn(answer.body.toString())
      if (answer.millis > slowest.millis) slowest = { millis: answer.millis, what }
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }

    const level = async (done: number): Promise<void> => {
      const { millis, status } = await beside.send({ method: "GET", target: "/healthz", scheme: "open" })
      mustHold(status === 200, `/healthz answered ${status}`)
      resident.push(victim.residentBytes)
      const line = `${Math.round((100 * done) / count)} %: ${mebibytes(victim.residentBytes)} MiB resident, /healthz in ${millis.toFixed(1)} ms`
      console.log(`  ${line}`)
    }

    try {
      const operations = await client.operations()
      const tenth = Math.max(atOnce, Math.ceil(count / 10))
      let index = 0
      while (index < count) {
        const until = Math.min(count, index + tenth)
        const askOn = async (): Promise<void> => {
          while (index < until) {
            index += 1
            await ask(fuzzRequest(operations, ids, chance, index))
          }
        }
        await Promise.all(Array.from({ length: atOnce }, askOn))
        await level(index)
      }
      mustHold(victim.isRunning, "the server ended")
      const half = resident[Math.floor(resident.length / 2)] ?? 0
      const end = resident.at(-1) ?? 0
      lines.push(
        `kinds: ${[...kinds].map(([kind, times]) => `${kind} ×${times}`).join(", ")}`,
        `statuses: ${[...statuses]
          .sort(([one], [other]) => one - other)
          .map(([status, times]) => `${status} ×${times}`)
          .join(", ")}`,
        `the slowest answer took ${Math.round(slowest.millis)} ms (${slowest.what})`,
        `resident memory: ${mebibytes(half)} MiB in the middle, ${mebibytes(end)} MiB at the end`
      )
      mustHold(
        end <= half * growthMax,
        `memory grew from ${mebibytes(half)} to ${mebibytes(end)} MiB in the second half`
      )
      return lines
    } finally {
      client.close()
      beside.close()
      await victim.end()
    }
  }
}
