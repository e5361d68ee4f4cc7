import type { ApiOperation, JsonSchema, Sent } from "./ApiClient.ts"
import type { Chance } from "./Chance.ts"
import { hostileValues } from "./hostileValues.ts"

const instants = [
  "2026-12-31T23:59:59Z",
  "2020-01-01",
  "2027-02-30T00:00:00Z",
  "0000-00-00",
  "9999-12-31T23:59:59+14:00"
]
const tronAddress = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"

/** What a field of this name wants, where its schema does not say enough. */
const wanted: { readonly [name: string]: (chance: Chance) => unknown } = {
  amount: (chance) => chance.pick([10, 1, 25.5, 100, 999.99]),
  network: (chance) => chance.pick(["tron", "ethereum", "bsc", "polygon"]),
  address: () => tronAddress,
  externalId: (chance) => `e-${chance.hex(12)}`,
  txHash: (chance) => chance.hex(64),
  url: (chance) => `http://127.0.0.1:9/${chance.hex(4)}`,
  redirectUrl: () => "https://shop.example/thanks",
  successUrl: () => "https://shop.example/thanks",
  webhookUrl: () => "http://127.0.0.1:9/kyc",
  callbackUrl: () => null,
  notificationUrl: () => null,
  secret: (chance) => chance.hex(40),
  customerEmail: () => "ann@example.com",
  expiresInMinutes: (chance) => 5 + chance.below(1000),
  expiresAt: () => new Date(Date.now() + 86_400_000).toISOString(),
  metadata: (chance) => ({ order: chance.hex(4), nested: { list: [1, "two", null] } }),
  label: (chance) => `wallet ${chance.hex(4)}`,
  note: (chance) => chance.pick([null, "rent", "sandbox:reject", "sandbox:slow"]),
  // Time that is moved far makes everything expire, and nothing else is tried.
  seconds: (chance) => chance.below(3),
  count: (chance) => chance.below(5),
  reasons: () => ["document_expired"]
}

const valid = (name: string, schema: JsonSchema, chance: Chance): unknown => {
  const known = wanted[name]
  if (known !== undefined) return known(chance)
  if (schema.enum !== undefined) return chance.pick(schema.enum)
  const choices = schema.anyOf ?? []
  if (choices.length > 0) return valid(name, chance.pick(choices), chance)
  const { items } = schema
  switch (schema.type) {
    case "null":
      return null
    case "boolean":
      return chance.oneIn(2)
    case "integer":
    case "number":
      return chance.below(100)
    case "array":
      return items === undefined
        ? []
        : Array.from({ length: 1 + chance.below(3) }, () => valid("", items, chance))
    case "object":
      return {}
    default:
      return chance.hex(8)
  }
}

const validBody = (schema: JsonSchema, chance: Chance): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => schema.required?.includes(name) === true || chance.oneIn(2))
      .map(([name, each]) => [name, JSON.stringify(valid(name, each, chance))])
  )

const oddities = [
  "null",
  "true",
  "0",
  "-1",
  "-0",
  "1e400",
  "1e-400",
  "1.9999999999999999999",
  "12345678901234567890",
  "9007199254740993",
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202e\\u2066"',
  '"＝1"',
  '"../../etc/passwd"',
  '"\'; DROP TABLE invoices;--"',
  '"__proto__"',
  '"constructor"',
  '"http://127.0.0.1/"',
  '"https://[::1]/"',
  '"javascript:alert(1)"',
  "[]",
  "{}",
  "[null]",
  '{"__proto__":{"a":1}}',
  '{"toJSON":1}',
  '{"constructor":{"prototype":{}}}',
  "[[[[[[[[]]]]]]]]",
  '"2026-02-30T25:61:61Z"',
  '"NaN"',
  '"Infinity"'
]

const textOf = (fields: { readonly [name: string]: string }): string =>
  `{${Object.entries(fields)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(",")}}`

const hostileNames = Object.keys(hostileValues)

const strange = (chance: Chance): string => {
  if (!chance.oneIn(12)) return chance.pick(oddities)
  return hostileValues[chance.pick(hostileNames)]?.(200 + chance.below(20_000)) ?? "null"
}

/** The same body with one field that is of another type, missing, extreme or strange. */
const nearlyValid = (schema: JsonSchema, chance: Chance): string => {
  const fields = { ...validBody(schema, chance) }
  const names = Object.keys(schema.properties ?? {})
  const name = chance.pick(names) ?? "a"
  if (chance.oneIn(4)) delete fields[name]
  else fields[name] = strange(chance)
  const text = textOf(fields)
  return chance.oneIn(20) && text !== "{}"
    ? `${text.slice(0, -1)},${JSON.stringify(name)}:${strange(chance)}}`
    : text
}

/** The bytes of a body with some changed, cut off, doubled or put in. */
const mangled = (text: string, chance: Chance): Buffer => {
  const bytes = Buffer.from(text)
  switch (chance.below(5)) {
    case 0:
      return chance.bytes(chance.below(400))
    case 1:
      return bytes.subarray(0, chance.below(bytes.length + 1))
    case 2:
      return Buffer.concat([bytes, bytes.subarray(chance.below(bytes.length + 1))])
    case 3: {
      const at = chance.below(bytes.length + 1)
      return Buffer.concat([bytes.subarray(0, at), chance.bytes(1 + chance.below(6)), bytes.subarray(at)])
    }
    default: {
      for (let count = 1 + chance.below(4); count > 0 && bytes.length > 0; count -= 1)
        bytes[chance.below(bytes.length)] = chance.below(256)
      return bytes
    }
  }
}

/** Ids that were answered, by what they begin with: so that paths lead to something. */
export class KnownIds {
  readonly #ids = new Map<string, Array<string>>()

  /** Keeps what looks like an id. */
  learn(body: string): void {
    for (const [id, prefix = "uuid"] of body.matchAll(
      /\b(?:(inv|bat|kyc|whk|dlv|wal)_[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f-]{27})\b/g
    )) {
      const known = this.#ids.get(prefix) ?? []
      if (known.length < 200) known.push(id)
      else known[id.charCodeAt(id.length - 1) % 200] = id
      this.#ids.set(prefix, known)
    }
  }

  of(prefix: string, chance: Chance): string {
    return chance.pick(this.#ids.get(prefix) ?? ["none"])
  }
}

const prefixOf = (path: string, parameter: string): string => {
  if (parameter === "deliveryId") return "dlv"
  if (path.includes("batch")) return "bat"
  if (path.includes("kyc")) return "kyc"
  if (path.includes("webhook")) return "whk"
  if (path.includes("wallets")) return "wal"
  return path.includes("crypto") ? "uuid" : "inv"
}

const oddTexts = [
  "",
  "0",
  "-1",
  "1.5",
  "1e3",
  "999999999999999999999",
  "%00",
  "%ff",
  "%",
  "%2e%2e",
  "..",
  "a%2fb",
  "%F0%9F%98%80",
  "null",
  "[]",
  "undefined",
  "PENDING",
  "2026-01-01T00:00:00+05:00",
  "2026-01-01T00:00:00%2B05:00",
  "'",
  "%22",
  "+",
  "USD",
  "Europe/Berlin",
  "day"
]

const oddText = (chance: Chance): string => {
  if (chance.oneIn(3)) return chance.pick(instants)
  return chance.oneIn(30) ? chance.pick(oddTexts).repeat(1 + chance.below(400)) : chance.pick(oddTexts)
}

/** A path of the operation with an id that was answered before, where there is one. */
export const pathOf = ({ path }: ApiOperation, ids: KnownIds, chance: Chance): string =>
  path.replaceAll(/\{(\w+)\}/g, (_all, parameter: string) => ids.of(prefixOf(path, parameter), chance))

const targetOf = (operation: ApiOperation, ids: KnownIds, chance: Chance): string => {
  const path = chance.oneIn(6)
    ? operation.path.replaceAll(/\{\w+\}/g, () => oddText(chance) || "x")
    : pathOf(operation, ids, chance)
  const names = [...operation.query, "page", "zz"].filter(() => chance.oneIn(3))
  const query = names.map((name) => {
    const text = name === "page" || name === "limit" ? String(1 + chance.below(20)) : oddText(chance)
    return `${name}=${chance.oneIn(5) ? oddText(chance) : text}`
  })
  const whole = query.length === 0 ? path : `${path}?${query.join("&")}`
  return whole.replace(/[^\x21-\x7e]/g, "")
}

const oddHeaders = (chance: Chance): { readonly [name: string]: string } =>
  Object.fromEntries(
    [
      [
        "content-type",
        [
          "text/plain",
          "application/json; charset=utf-16",
          "multipart/form-data",
          'multipart/form-data; boundary="x"',
          ";"
        ]
      ],
      ["content-encoding", ["gzip", "identity", "br, br"]],
      ["x-idempotency-key", ["", "a".repeat(256), "\xff", "k"]],
      ["idempotency-key", ["", "a".repeat(256), "\xff", "k"]],
      ["x-timestamp", ["0", "-1", "1e13", "999999999999999", "now"]],
      ["x-signature", ["", "00", "zz", "A".repeat(64)]],
      ["x-api-key", ["", "pk_test_none", "\xff\xfe", "sk_live_x"]],
      ["accept", ["text/html", "*/*;q=0", ""]],
      ["accept-language", ["kk;q=2, ru;q=-1", "*", ";;;,,,"]],
      ["x-forwarded-for", ["::1", "a, b", "1.1.1.1:80, [::1]:9"]],
      ["origin", ["null", "https://evil.example"]],
      ["range", ["bytes=0-", "bytes=9-1"]],
      ["if-none-match", ["*", '"x"']]
    ]
      .filter(() => chance.oneIn(8))
      .map(([name, values]) => [name, chance.pick(values as ReadonlyArray<string>)])
  )

const csvCells = [
  "10",
  "10.50",
  "-1",
  "1e3",
  "x",
  "",
  '"',
  '""',
  "=1",
  "USD",
  "KZT",
  "a@example.com",
  "https://a.example",
  "\0",
  "é",
  ","
]

const formOf = (chance: Chance): Buffer => {
  const rows = Array.from({ length: chance.below(8) }, () =>
    Array.from({ length: 1 + chance.below(6) }, () => chance.pick(csvCells)).join(",")
  )
  const file = chance.oneIn(4)
    ? chance.bytes(chance.below(2000))
    : Buffer.from(`amount,currency,email,externalId\n${rows.join("\n")}`)
  const fields = ["sendEmails", "defaultCurrency", "defaultRedirectUrl", "defaultCancelUrl"]
    .filter(() => chance.oneIn(3))
    .map(
      (name) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${chance.pick(csvCells)}\r\n`
    )
  return Buffer.concat([
    Buffer.from(
      `${fields.join("")}--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`
    ),
    file,
    Buffer.from("\r\n--x--\r\n")
  ])
}

const bodyOf = (operation: ApiOperation, chance: Chance, kind: Kind): Buffer | undefined => {
  if (operation.takesForm) {
    const form = formOf(chance)
    return kind === "bytes" ? mangled(form.toString("latin1"), chance) : form
  }
  if (operation.body === undefined) return chance.oneIn(10) ? chance.bytes(chance.below(50)) : undefined
  if (kind === "valid") return Buffer.from(textOf(validBody(operation.body, chance)))
  const text = nearlyValid(operation.body, chance)
  return kind === "bytes" ? mangled(text, chance) : Buffer.from(text)
}

/** Waits up to ten seconds until the work that became due was started, and one more for its end. */
const slowId = "sandboxAdvanceClock"
const slowMillis = 15_000

const kinds = ["valid", "nearly valid", "bytes"] as const
export type Kind = (typeof kinds)[number]

export interface FuzzRequest {
  readonly kind: Kind
  readonly what: string
  readonly sent: Sent
}

/** One request: valid, nearly valid, or bytes; mostly with the right credentials, which get it past the door. */
export const fuzzRequest = (
  operations: ReadonlyArray<ApiOperation>,
  ids: KnownIds,
  chance: Chance,
  index: number
): FuzzRequest => {
  const picked = chance.pick(operations)
  // It waits for work to begin, and is tried less often.
  const operation = picked.id === slowId && !chance.oneIn(10) ? chance.pick(operations) : picked
  const kind = chance.pick(kinds)
  const body = bodyOf(operation, chance, kind)
  const method =
    kind === "bytes" && chance.oneIn(15)
      ? chance.pick(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
      : operation.method
  const target =
    kind === "bytes" && chance.oneIn(10)
      ? `/${chance
          .bytes(chance.below(60))
          .toString("latin1")
          .replace(/[^\x21-\x7e]/g, "%")}`
      : targetOf(operation, ids, chance)
  const type = operation.takesForm ? "multipart/form-data; boundary=x" : "application/json"
  return {
    kind,
    what: `${kind} ${operation.id} (request ${index})`,
    sent: {
      method,
      target,
      scheme: operation.scheme,
      ...(operation.id === slowId ? { timeoutMillis: slowMillis } : {}),
      ...(body === undefined ? {} : { body }),
      ...(chance.oneIn(25) ? { secret: `sk_test_${chance.hex(32)}` } : {}),
      headers: {
        ...(body === undefined ? {} : { "content-type": type }),
        "x-idempotency-key": chance.oneIn(10) ? "again" : `f-${index}`,
        ...(kind === "valid" ? {} : oddHeaders(chance))
      }
    }
  }
}
