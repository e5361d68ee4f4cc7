import { ApiClient, type ApiOperation, type Sent } from "./ApiClient.ts"
import { type Attack, mustHold } from "./Attack.ts"
import { Chance } from "./Chance.ts"
import { fuzzRequest, KnownIds, pathOf } from "./fuzzRequests.ts"
import { hostileValues } from "./hostileValues.ts"
import { heldMillis } from "./Pulse.ts"
import { Victim } from "./Victim.ts"

const bodyBytesMax = 256 * 1024
const refusalBytesMax = 64 * 1024
const holdMillisMax = 50
/** Other work on the machine holds a loop too, but not each time. */
const triesMax = 6

interface Case {
  readonly what: string
  readonly sent: Sent
}

const json = { "content-type": "application/json" }

const chance = new Chance(16)
const ids = new KnownIds()

/** So that paths lead to something: bodies are not looked at on those that lead to nothing. */
const populate = async (client: ApiClient, operations: ReadonlyArray<ApiOperation>): Promise<void> => {
  for (let index = 0; index < 600; index += 1) {
    const { body } = await client.send(fuzzRequest(operations, ids, chance, index).sent)
    ids.learn(body.toString())
  }
}

let keys = 0

const sentTo = (
  operation: ApiOperation,
  body: string,
  headers: { readonly [name: string]: string } = json
): Sent => {
  keys += 1
  return {
    method: operation.method,
    target: pathOf(operation, ids, chance),
    scheme: operation.scheme,
    body: Buffer.from(body).subarray(0, bodyBytesMax),
    headers: { ...headers, "x-idempotency-key": `huge-${keys}` }
  }
}

const objectOf = (fields: ReadonlyArray<readonly [string, string]>): string =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`

/** All fields at once, then each alone with the whole room. */
const bodyCases = (operation: ApiOperation): ReadonlyArray<Case> => {
  const fields = Object.keys(operation.body?.properties ?? {})
  if (fields.length === 0) return []
  return Object.entries(hostileValues).flatMap(([name, valueOf]) => {
    const room = Math.floor(bodyBytesMax / fields.length) - 40
    const together = objectOf(fields.map((field) => [field, valueOf(room)]))
    const alone = fields.map((field) => ({
      what: `${operation.id}: ${field} is ${name}`,
      sent: sentTo(operation, objectOf([[field, valueOf(bodyBytesMax - 60)]]))
    }))
    return [{ what: `${operation.id}: every field is ${name}`, sent: sentTo(operation, together) }, ...alone]
  })
}

const texts = {
  spaces: "+".repeat(14_000),
  digits: "0".repeat(14_000),
  "a date that does not end": `2026-01-01T00:00:00.${"9".repeat(13_900)}`,
  "percent signs": "%20".repeat(4600),
  "broken percent signs": "%".repeat(14_000)
}

const queryCases = (operation: ApiOperation): ReadonlyArray<Case> =>
  operation.query.flatMap((name) =>
    [
      ...Object.entries(texts),
      ["the same again and again", `1${`&${name}=1`.repeat(Math.floor(13_000 / (name.length + 3)))}`] as const
    ].map(([what, text]) => ({
      what: `${operation.id}: ${name} is ${what}`,
      sent: {
        method: operation.method,
        target: `${pathOf(operation, ids, chance)}?${name}=${text}`,
        scheme: operation.scheme
      }
    }))
  )

const files: { readonly [name: string]: string } = {
  "quotes alone": '"'.repeat(250_000),
  "quotes that never close": `amount,currency\n${'"'.repeat(250_001)}`,
  "quoted quotes": `amount,currency\n"${'""'.repeat(120_000)}",USD`,
  "commas alone": ",".repeat(250_000),
  "a header of commas": `amount,currency${",a".repeat(120_000)}`,
  "a thousand rows of wrong cells":
    `amount,currency,email,redirectUrl,externalId,description\n${`x,y,${"a@a.".repeat(10)},https:${"/".repeat(60)},${"i".repeat(130)},d\n`.repeat(1000)}`.slice(
      0,
      250_000
    ),
  "line ends": "\n".repeat(250_000),
  "lines of spaces": `amount,currency\n${`${" ".repeat(500)}\n`.repeat(490)}`,
  "spaces that never end a line": `amount,currency\n${" ".repeat(250_000)}x`,
  "long numbers": `amount,currency\n${`${"1".repeat(2000)}.${"0".repeat(2000)}1,USD\n`.repeat(60)}`
}

const part = (name: string, content: string, more = ""): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`

const formBodies = (): ReadonlyArray<readonly [string, string]> => [
  ...Object.entries(files).map(
    ([name, content]) =>
      [`a file of ${name}`, `${part("file", content, '; filename="a.csv"')}--x--\r\n`] as const
  ),
  ["thousands of parts", `${part("a", "1").repeat(4000)}--x--\r\n`],
  ["thousands of empty files", `${part("file", "", '; filename="a"').repeat(3000)}--x--\r\n`],
  ["thousands of headers", `--x\r\n${"A: b\r\n".repeat(40_000)}\r\n1\r\n--x--\r\n`],
  ["a header that never ends", `--x\r\nContent-Disposition: ${"a".repeat(250_000)}`],
  [
    "a disposition of parameters",
    `--x\r\nContent-Disposition: form-data${';a="\\"'.repeat(40_000)}\r\n\r\n1\r\n--x--\r\n`
  ],
  ["nearly boundaries", `${part("file", "\r\n--".repeat(60_000))}--x--\r\n`],
  ["nearly ends of lines", `${part("file", "\r".repeat(250_000))}--x--\r\n`],
  ["no boundary at all", "-".repeat(250_000)]
]

const formCases = (operation: ApiOperation): ReadonlyArray<Case> =>
  operation.takesForm
    ? formBodies().map(([name, body]) => ({
        what: `${operation.id}: ${name}`,
        sent: sentTo(operation, body, { "content-type": "multipart/form-data; boundary=x" })
      }))
    : []

const headerValues: { readonly [name: string]: string } = {
  "content-type": `application/json${';a="\\"'.repeat(2300)}`,
  "x-forwarded-for": "1.1.1.1, ".repeat(1500),
  "accept-language": "en;q=0.9,".repeat(1500),
  "idempotency-key": "a".repeat(14_000),
  cookie: "a=b; ".repeat(2800),
  origin: `https://${"a.".repeat(6900)}`,
  accept: "text/html;q=0.1,".repeat(870)
}

const headerCases = (operation: ApiOperation): ReadonlyArray<Case> =>
  Object.entries(headerValues).map(([name, value]) => ({
    what: `${operation.id}: the header ${name} is long`,
    sent: sentTo(operation, "{}", { ...json, [name]: value })
  }))

const pages = (): ReadonlyArray<Case> =>
  ["/pay/x", "/pay/crypto/x", "/kyc/x", "/docs", "/nothing"].flatMap((target) => [
    {
      what: `${target}: a long path`,
      sent: { method: "GET", target: `${target}${"/%2e".repeat(3400)}`, scheme: "open" as const }
    },
    ...Object.entries(headerValues).map(([name, value]) => ({
      what: `${target}: the header ${name} is long`,
      sent: { method: "GET", target, scheme: "open" as const, headers: { [name]: value } }
    }))
  ])

/** Every operation and page with the worst of every kind: what the loop was held for, and how much was answered. */
export const hugeBodies: Attack = {
  name: "hugeBodies",
  tries:
    "no request of 256 KiB, whatever is in it, holds the loop for more than 50 ms or is answered with more than 64 KiB of refusal",
  run: async () => {
    const victim = await Victim.start({
      // Receivers are a closed port of this machine, so that nothing leaves it.
      environment: { QUITTANCE_RATE_LIMITS: "off", QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" }
    })
    const client = new ApiClient(victim)
    const beside = new ApiClient(victim)
    try {
      const operations = await client.operations()
      await populate(client, operations)
      const cases = [
        ...operations.flatMap((operation) => [
          ...bodyCases(operation),
          ...queryCases(operation),
          ...formCases(operation),
          ...headerCases(operation)
        ]),
        ...pages()
      ]
      let worst = { held: 0, what: "" }
      let largest = { bytes: 0, what: "" }
      const statuses = new Map<number, number>()
      const tooLong: Array<string> = []
      for (const { sent, what } of cases) {
        let held = Number.POSITIVE_INFINITY
        for (let tries = 0; tries < triesMax && held > holdMillisMax; tries += 1) {
          const once = await heldMillis(beside, async () => {
            const { body, status } = await client.send(sent)
            mustHold(status < 500, `${what}: answered ${status}`)
            if (tries === 0) statuses.set(status, (statuses.get(status) ?? 0) + 1)
            if (status >= 400 && body.length > largest.bytes) largest = { bytes: body.length, what }
          })
          held = Math.min(held, once)
        }
        if (held > worst.held) worst = { held, what }
        if (held > holdMillisMax) tooLong.push(`${what}: ${Math.round(held)} ms`)
      }
      const lines = [
        `${cases.length} requests to ${operations.length} operations and the pages`,
        `statuses: ${[...statuses]
          .sort(([one], [other]) => one - other)
          .map(([status, count]) => `${status} ×${count}`)
          .join(", ")}`,
        `the loop was held for ${worst.held.toFixed(1)} ms at most (${worst.what})`,
        `the largest refusal had ${largest.bytes} bytes (${largest.what})`,
        `resident memory at the end: ${Math.round(victim.residentBytes / 2 ** 20)} MiB`
      ]
      mustHold(tooLong.length === 0, `the loop was held too long:\n    ${tooLong.join("\n    ")}`)
      mustHold(largest.bytes <= refusalBytesMax, `a refusal of ${largest.bytes} bytes: ${largest.what}`)
      return lines
    } finally {
      client.close()
      beside.close()
      await victim.end()
    }
  }
}
