import { idempotencyKeyLengthMax, type Mode, type SettingsShape } from "@quittance/core"
import { Schema } from "effect"
import { idempotencyHeaders } from "../access/effectiveKey.ts"
import { type ErrorCode, statusOfCode } from "../refusal/ErrorCode.ts"
import { ignoredHeader } from "../routing/IgnoredFields.ts"
import { mountPathOf } from "../routing/mountPath.ts"
import { hintHeader } from "../routing/rangeHint.ts"
import type { AnyOperation, Parameter } from "../routing/Operation.ts"
import { describeWebhooks } from "./describeWebhooks.ts"
import { errorsPath } from "./errorsPage.ts"
import { jsonSchemaOf } from "./jsonSchemaOf.ts"

/** What any operation may refuse with. */
const anywhere: ReadonlyArray<ErrorCode> = [
  "invalid_request",
  "payload_too_large",
  "rate_limited",
  "internal_error",
  "service_unavailable"
]

/** What any operation may refuse with that asks for a key. */
const withKeys: ReadonlyArray<ErrorCode> = ["unauthorized", "ip_not_allowed", "forbidden"]

const isKeyed = (operation: AnyOperation): boolean =>
  operation.access !== "open" && operation.idempotencyKey !== undefined

/** Every code that an operation may refuse with. */
export const errorCodesOf = (operation: AnyOperation): ReadonlyArray<ErrorCode> => [
  ...new Set<ErrorCode>([
    ...anywhere,
    ...(operation.access === "open" ? [] : withKeys),
    ...(operation.access === "signed" ? (["signature_invalid", "timestamp_out_of_range"] as const) : []),
    ...(operation.access === "signed" && operation.method !== "GET" ? (["signature_replayed"] as const) : []),
    ...(operation.request === undefined ? [] : (["invalid_json", "unsupported_media_type"] as const)),
    ...(isKeyed(operation) ? (["idempotency_conflict"] as const) : []),
    ...operation.errors
  ])
]

const text = { type: "string" }
const uuid = { type: "string", format: "uuid" }
const requestIdHeader = { "X-Request-Id": { description: "The same as requestId.", schema: uuid } }

const errorSchema = (codes: ReadonlyArray<ErrorCode>) => ({
  allOf: [
    { $ref: "#/components/schemas/Error" },
    {
      type: "object",
      properties: { error: { type: "object", properties: { code: { type: "string", enum: codes } } } }
    }
  ]
})

const ignoredNames = {
  [ignoredHeader]: {
    description:
      "In sandbox: query parameters and fields of the request that the operation does not know, at most 10, fields by their path. Characters other than letters, digits, _ and - are percent-encoded.",
    schema: text
  }
}

const hints = {
  [hintHeader]: {
    description:
      "In sandbox: why a correct answer is probably not what the client wants, such as an empty list.",
    schema: text
  }
}

/** What every answer of an operation carries. */
const headersIn = (mode: Mode) =>
  mode === "live" ? requestIdHeader : { ...requestIdHeader, ...ignoredNames, ...hints }

const errorResponses = (operation: AnyOperation, mode: Mode) => {
  const headers = headersIn(mode)
  const codes = errorCodesOf(operation)
  const statuses = [...new Set(codes.map((code) => statusOfCode(code)))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const here = codes.filter((code) => statusOfCode(code) === status)
      const waits = status === 429 || status === 503
      const retryAfter = {
        "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } }
      }
      return [
        String(status),
        {
          description: here.join(", "),
          headers: waits ? { ...headers, ...retryAfter } : headers,
          content: { "application/json": { schema: errorSchema(here) } }
        }
      ]
    })
  )
}

const answerOf = (operation: AnyOperation) => {
  if (operation.recordStatus === 204) return {}
  const fields = jsonSchemaOf(operation.success)
  const schema =
    operation.recordStatus === undefined
      ? { allOf: [{ $ref: "#/components/schemas/Success" }, fields] }
      : fields
  return { content: { "application/json": { schema } } }
}

const describeRequest = ({ form, request, requestOptional }: AnyOperation) => {
  if (form !== undefined) {
    const content = { "multipart/form-data": { schema: jsonSchemaOf(form) } }
    return { requestBody: { required: true, content } }
  }
  if (request === undefined) return {}
  const content = { "application/json": { schema: jsonSchemaOf(request) } }
  return { requestBody: { required: requestOptional !== true, content } }
}

const replayed = {
  "Idempotent-Replayed": { description: "true if this repeats the first answer.", schema: text }
}

/** None of them is asked for where the list is empty. */
const securityOf: { readonly [A in AnyOperation["access"]]: ReadonlyArray<object> } = {
  signed: [{ V2ApiKey: [], V2Signature: [], V2Timestamp: [] }],
  secret: [{ SecretKey: [] }],
  pair: [{ ApiKeyAuth: [], ApiSecretAuth: [] }],
  open: []
}

const describeAccess = (operation: AnyOperation): string => {
  if (operation.access === "open") return "Without a key."
  const { cost, rate, scope } = operation
  return `Scope \`${scope}\`.${cost === undefined ? "" : ` A request counts as ${cost} ${rate} of the rate limit.`}`
}

const Key = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(idempotencyKeyLengthMax))

/** Its own parameters, and the header with its key under both names. */
const parametersOf = (operation: AnyOperation): ReadonlyArray<Parameter> => {
  if (operation.access === "open" || operation.idempotencyKey === undefined) return operation.parameters
  const { header: name, required } = operation.idempotencyKey
  const sent = operation.form === undefined ? "body" : "file and fields"
  const [otherName = name] = idempotencyHeaders.filter((each) => each !== name)
  const description = `1 to ${idempotencyKeyLengthMax} printable ASCII characters. The same key, ${sent} get the same answer again, and nothing is created twice. ${otherName} is another name of this header.`
  const other = `Another name of ${name}: sent instead of it, or with the same value.`
  return [
    ...operation.parameters,
    { in: "header", name, required, description, schema: Key },
    { in: "header", name: otherName, required: false, description: other, schema: Key }
  ]
}

const describeOperation = (operation: AnyOperation, mode: Mode) => ({
  operationId: operation.id,
  tags: [operation.group],
  summary: operation.summary,
  description: describeAccess(operation),
  security: securityOf[operation.access],
  parameters: parametersOf(operation).map(({ schema, ...parameter }) => ({
    ...parameter,
    schema: jsonSchemaOf(schema)
  })),
  ...describeRequest(operation),
  responses: {
    [String(operation.recordStatus ?? 200)]: {
      description: "success",
      headers: errorCodesOf(operation).includes("idempotency_conflict")
        ? { ...headersIn(mode), ...replayed }
        : headersIn(mode),
      ...answerOf(operation)
    },
    ...errorResponses(operation, mode)
  }
})

const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description })

const components = {
  securitySchemes: {
    V2ApiKey: header("x-api-key", "The public key of the pair."),
    V2Signature: header(
      "x-signature",
      "Hex HMAC-SHA256, under the secret, of METHOD + path + x-timestamp + hex SHA-256 of the body (nothing for an empty body) + the part that the key binds (nothing, the idempotency key, or the query without its ?), without separators. Without a body, that part must not begin with 64 hexadecimal digits."
    ),
    V2Timestamp: header(
      "x-timestamp",
      "Unix milliseconds without leading zeros, at most 5 minutes from the server's time."
    ),
    SecretKey: header("x-api-key", "The secret of the pair."),
    ApiKeyAuth: header("X-API-Key", "The public key of the pair."),
    ApiSecretAuth: header("X-API-Secret", "The secret of the pair.")
  },
  schemas: {
    Success: {
      type: "object",
      required: ["success", "requestId"],
      properties: { success: { type: "boolean", const: true }, requestId: uuid }
    },
    Error: {
      type: "object",
      required: ["success", "error", "requestId"],
      properties: {
        success: { type: "boolean", const: false },
        error: {
          type: "object",
          required: ["code", "message", "docUrl"],
          properties: {
            code: text,
            message: text,
            docUrl: {
              type: ["string", "null"],
              format: "uri",
              description: "Where a person reads about the code; null where the reference is not served."
            },
            details: {
              type: "array",
              items: {
                type: "object",
                required: ["field", "code", "message"],
                properties: { field: text, code: text, message: text }
              }
            }
          }
        },
        requestId: uuid
      }
    }
  }
}

/** The OpenAPI 3.1 description of a table of operations, and of the webhooks that what they do is told by. */
export const openApiDocument = (
  operations: ReadonlyArray<AnyOperation>,
  { mode, publicUrl }: Pick<SettingsShape, "mode" | "publicUrl">
) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, mode)
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Quittance",
      version: "2",
      description: `Crypto invoices and payouts, fiat invoices, batches of them and their analytics, identity verifications, transit wallets, signature validation, and webhooks. Bodies are JSON unless stated otherwise; every answer has X-Request-Id. Error codes are explained at [${errorsPath}](${mountPathOf(publicUrl)}${errorsPath}).`
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(operations.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    webhooks: describeWebhooks(),
    components
  }
}
