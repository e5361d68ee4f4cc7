import type { Mode, SettingsShape } from "@quittance/core"
import { idempotencyKeyLengthMax } from "@quittance/core/adapter"
import { Schema } from "effect"
import { proofOf, proofs } from "../access/proofs.ts"
import { errorsPath } from "../docs/docsPlaces.ts"
import { type ErrorCode, statusOfCode } from "../refusal/ErrorCode.ts"
import {
  type ApiOperation,
  hintHeader,
  idempotencyHeaders,
  idempotencyKeyOf,
  type Parameter,
  rateOf
} from "../routing/ApiOperation.ts"
import { ignoredHeader } from "../routing/IgnoredFields.ts"
import { mountPathOf } from "../routing/Router.ts"
import { describeWebhooks } from "./describeWebhooks.ts"
import { jsonSchemaOf } from "./jsonSchemaOf.ts"

/** What any operation may refuse with. */
const anywhere: ReadonlyArray<ErrorCode> = [
  "invalid_request",
  "payload_too_large",
  "rate_limited",
  "internal_error",
  "service_unavailable"
]

/** Every code that an operation may refuse with. */
export const errorCodesOf = (operation: ApiOperation): ReadonlyArray<ErrorCode> => {
  const proof = proofOf(operation)
  return [
    ...new Set<ErrorCode>([
      ...anywhere,
      ...(proof?.refusals ?? []),
      ...(operation.method === "GET" ? [] : (proof?.refusalsOfWrites ?? [])),
      ...(operation.request === undefined ? [] : (["invalid_json", "unsupported_media_type"] as const)),
      ...(idempotencyKeyOf(operation) === undefined ? [] : (["idempotency_conflict"] as const)),
      ...operation.errors
    ])
  ]
}

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

const errorResponses = (operation: ApiOperation, mode: Mode) => {
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

const answerOf = (operation: ApiOperation) => {
  if (operation.recordStatus === 204) return {}
  const fields = jsonSchemaOf(operation.success)
  const schema =
    operation.recordStatus === undefined
      ? { allOf: [{ $ref: "#/components/schemas/Success" }, fields] }
      : fields
  return { content: { "application/json": { schema } } }
}

const describeRequest = ({ form, request, requestOptional }: ApiOperation) => {
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

const describeCaller = (operation: ApiOperation): string => {
  switch (operation.caller) {
    case "partner": {
      const { cost, scope } = operation
      const counted =
        cost === undefined ? "" : ` A request counts as ${cost} ${rateOf(operation)} of the rate limit.`
      return `Scope \`${scope}\`.${counted}`
    }
    case "operator":
      return "With an operator key."
    case "public":
      return "Without a key."
  }
}

/** None of them is asked for where the list is empty. */
const securityOf = (operation: ApiOperation): ReadonlyArray<object> => {
  const proof = proofOf(operation)
  return proof === undefined ? [] : [Object.fromEntries(Object.keys(proof.schemes).map((name) => [name, []]))]
}

const Key = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(idempotencyKeyLengthMax))

/** Its own parameters, and the header with its key under both names. */
export const parametersOf = (operation: ApiOperation): ReadonlyArray<Parameter> => {
  const idempotencyKey = idempotencyKeyOf(operation)
  if (idempotencyKey === undefined) return operation.parameters
  const { header: name, required } = idempotencyKey
  const sent = operation.form === undefined ? "body" : "file and fields"
  const [otherName = name] = idempotencyHeaders.filter((each) => each !== name)
  const description = `1 to ${idempotencyKeyLengthMax} printable ASCII characters. The same key with the same ${sent} gets the same answer again, and nothing is created twice. ${otherName} is another name of this header.`
  const other = `Another name of ${name}: sent instead of it, or with the same value.`
  return [
    ...operation.parameters,
    { in: "header", name, required, description, schema: Key },
    { in: "header", name: otherName, required: false, description: other, schema: Key }
  ]
}

const describeOperation = (operation: ApiOperation, mode: Mode) => ({
  operationId: operation.id,
  tags: [operation.group],
  summary: operation.summary,
  description: describeCaller(operation),
  security: securityOf(operation),
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

/** Those that the operations ask for. */
const securitySchemesOf = (operations: ReadonlyArray<ApiOperation>) =>
  Object.assign(
    {},
    ...Object.values(proofs)
      .filter((proof) => operations.some((each) => proofOf(each) === proof))
      .map(({ schemes }) => schemes)
  )

const schemas = {
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

/** The OpenAPI 3.1 description of a table of operations, and of the webhooks that what they do is told by. */
export const openApiDocument = (
  operations: ReadonlyArray<ApiOperation>,
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
    components: { securitySchemes: securitySchemesOf(operations), schemas }
  }
}
