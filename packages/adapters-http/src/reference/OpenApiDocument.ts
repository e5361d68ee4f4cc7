import type { Mode, SettingsShape } from "@quittance/core"
import { component, componentOf, idempotencyKeyLengthMax, printableAscii } from "@quittance/core/adapter"
import { Schema, SchemaAST } from "effect"
import { proofOf, proofs } from "../access/proofs.ts"
import { type ErrorCode, errorCodes, statusOfCode } from "../refusal/ErrorCode.ts"
import { errorSampleOf } from "../refusal/errorSamples.ts"
import {
  type ApiOperation,
  hintHeader,
  idempotencyHeaders,
  idempotencyKeyOf,
  type Parameter,
  rateOf
} from "../routing/ApiOperation.ts"
import { ignoredHeader } from "../routing/IgnoredFields.ts"
import { aboutApi, describedGroups } from "./aboutApi.ts"
import { answerSampleOf } from "./answerSample.ts"
import { describeWebhooks } from "./describeWebhooks.ts"
import { codeMeanings, ErrorEnvelope, SuccessEnvelope } from "./errorSchemas.ts"
import { jsonSchemaOf } from "./jsonSchemaOf.ts"
import { bodySampleOf } from "./RequestSample.ts"
import { type Json, makeSchemaBook, type SchemaBook } from "./SchemaBook.ts"

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

/** The headers of answers, by the names under which the description has them. */
const headers = {
  RequestId: {
    description: "The id of the request, the same as requestId.",
    schema: { type: "string", format: "uuid" }
  },
  RetryAfter: { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } },
  Replayed: { description: "true if this repeats the first answer.", schema: text },
  Ignored: {
    description:
      "In sandbox: query parameters and fields of the request that the operation does not know, at most 10, fields by their path. Characters other than letters, digits, _ and - are percent-encoded.",
    schema: text
  },
  Hint: {
    description:
      "In sandbox: why a correct answer is probably not what the client wants, such as an empty list.",
    schema: text
  }
} as const

const headerRef = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

/** Those that an answer may have. */
const describedHeaders = (mode: Mode) => {
  const { Hint, Ignored, ...always } = headers
  return mode === "live" ? always : { ...always, Ignored, Hint }
}

const requestIdHeader = { "X-Request-Id": headerRef("RequestId") }
const sandboxHeaders = { [ignoredHeader]: headerRef("Ignored"), [hintHeader]: headerRef("Hint") }

/** What every answer of an operation carries. */
const headersIn = (mode: Mode) =>
  mode === "live" ? requestIdHeader : { ...requestIdHeader, ...sandboxHeaders }

/** A refusal with each of the codes. */
const refusalsIn = (codes: ReadonlyArray<ErrorCode>) =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))

/** An example of each refusal that an operation may have. */
const examplesOf = (operations: ReadonlyArray<ApiOperation>, publicUrl: string) =>
  Object.fromEntries(
    [...new Set(operations.flatMap(errorCodesOf))].map((code) => [
      code,
      { summary: errorCodes[code].means, value: errorSampleOf(code, publicUrl) }
    ])
  )

/** The body of a refusal that has the fields of a success. */
const refusalWithFields = ({ id, success }: ApiOperation) =>
  Schema.Struct({
    ...ErrorEnvelope.fields,
    ...("fields" in success ? (success.fields as Schema.Struct.Fields) : {})
  }).annotate(component(`${pascal(id)}Refusal`, `What \`${id}\` answers where it refuses what was sent.`))

/** The refusals of an operation by status: all have one body, and each says which codes it may have here. */
const errorResponses = (operation: ApiOperation, mode: Mode, book: SchemaBook) => {
  const carried = headersIn(mode)
  const codes = errorCodesOf(operation)
  const statuses = [...new Set(codes.map((code) => statusOfCode(code)))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const here = codes.filter((code) => statusOfCode(code) === status)
      const waits = status === 429 || status === 503
      return [
        String(status),
        {
          description: here.map((code) => `\`${code}\``).join(", "),
          headers: waits ? { ...carried, "Retry-After": headerRef("RetryAfter") } : carried,
          content: {
            "application/json": {
              schema: book.refer(
                here.some((code) => code === operation.refusedAs)
                  ? refusalWithFields(operation)
                  : ErrorEnvelope
              ),
              examples: refusalsIn(here)
            }
          },
          "x-error-codes": here
        }
      ]
    })
  )
}

/** `createPayout` → `CreatePayout`. */
const pascal = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1)

/** An answer in the envelope, whose fields stand between those of the envelope. */
const enveloped = ({ properties, required, ...schema }: Json): Json => {
  const { properties: own = {}, required: names = [] } = jsonSchemaOf(SuccessEnvelope) as {
    readonly properties?: Json
    readonly required?: ReadonlyArray<string>
  }
  const { requestId, ...success } = own
  return {
    ...schema,
    properties: { ...success, ...(properties as Json), requestId },
    required: [...names, ...((required as ReadonlyArray<string> | undefined) ?? [])]
  }
}

const answerOf = (operation: ApiOperation, book: SchemaBook) => {
  const { id, recordStatus, success } = operation
  if (recordStatus === 204) return {}
  const schema =
    recordStatus === undefined && isEmpty(success)
      ? book.refer(SuccessEnvelope)
      : book.referAs(
          // Not `…Response`, which generators of clients call something of their own.
          `${pascal(id)}Answer`,
          `What \`${id}\` answers.`,
          success,
          recordStatus === undefined ? enveloped : undefined
        )
  return { content: { "application/json": { schema, example: answerSampleOf(operation) } } }
}

/** What a success is, in a sentence. */
const meaningOf = ({ success }: ApiOperation): string => componentOf(success)?.meaning ?? "Done."

const isEmpty = (schema: ApiOperation["success"]): boolean =>
  SchemaAST.isObjects(schema.ast) && schema.ast.propertySignatures.length === 0

const describeRequest = (operation: ApiOperation, book: SchemaBook) => {
  const { exampleFrom, file, form, id, request, requestOptional } = operation
  // Bytes of any type have no schema (OpenAPI 3.1, 4.8.14.2).
  if (file !== undefined)
    return { requestBody: { description: file.description, required: true, content: { "*/*": {} } } }
  const body = form ?? request
  if (body === undefined) return {}
  const schema = book.referAs(`${pascal(id)}Request`, `What \`${id}\` takes.`, body)
  const type = form === undefined ? "application/json" : "multipart/form-data"
  return {
    requestBody: {
      ...(exampleFrom === undefined ? {} : { description: exampleFrom }),
      required: requestOptional !== true,
      content: { [type]: { schema, example: bodySampleOf(body) } }
    }
  }
}

const replayed = { "Idempotent-Replayed": headerRef("Replayed") }

const describeCaller = (operation: ApiOperation): string => {
  switch (operation.caller) {
    case "partner": {
      const { cost, scope } = operation
      const counted =
        cost === undefined ? "" : ` A request counts as ${cost} ${rateOf(operation)} of the rate limit.`
      return `Scope \`${scope}\`.${counted}`
    }
    case "operator":
      return `With an operator key of the scope \`${operation.scope}\`.`
    case "public":
      return "Without a key."
  }
}

/** None of them is asked for where the list is empty. */
const securityOf = (operation: ApiOperation): ReadonlyArray<object> => {
  const proof = proofOf(operation)
  return proof === undefined ? [] : [Object.fromEntries(Object.keys(proof.schemes).map((name) => [name, []]))]
}

const Key = printableAscii(idempotencyKeyLengthMax).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(idempotencyKeyLengthMax)
)

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

const describeOperation = (operation: ApiOperation, mode: Mode, book: SchemaBook) => ({
  operationId: operation.id,
  tags: [operation.group],
  summary: operation.summary,
  description: describeCaller(operation),
  security: securityOf(operation),
  parameters: parametersOf(operation).map(({ schema, ...parameter }) => ({
    ...parameter,
    schema: book.refer(schema)
  })),
  ...describeRequest(operation, book),
  responses: {
    [String(operation.recordStatus ?? 200)]: {
      description: operation.recordStatus === 204 ? "Done." : meaningOf(operation),
      headers: errorCodesOf(operation).includes("idempotency_conflict")
        ? { ...headersIn(mode), ...replayed }
        : headersIn(mode),
      ...answerOf(operation, book)
    },
    ...errorResponses(operation, mode, book)
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

/** The codes of errors with what they mean, as several programs read it beside an enumeration. */
const withMeanings = ({ ErrorCode, ...schemas }: ReturnType<SchemaBook["schemas"]>) => ({
  ...schemas,
  ErrorCode: { ...(ErrorCode as Json), "x-enumDescriptions": codeMeanings }
})

/** The OpenAPI 3.1 description of a table of operations, and of the webhooks that what they do is told by. */
export const openApiDocument = (
  operations: ReadonlyArray<ApiOperation>,
  settings: Pick<SettingsShape, "mode" | "publicUrl">
) => {
  const { mode, publicUrl } = settings
  const book = makeSchemaBook()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, mode, book)
    }
  }
  const webhooks = book.withNamedValues(describeWebhooks(book))
  return {
    openapi: "3.1.0",
    info: aboutApi(settings),
    servers: [
      {
        url: publicUrl,
        description: mode === "live" ? "Live: it moves real money." : "A sandbox: the outside is simulated."
      }
    ],
    tags: describedGroups([...new Set(operations.map(({ group }) => group))]),
    paths: book.withNamedValues(paths),
    webhooks,
    components: {
      securitySchemes: securitySchemesOf(operations),
      headers: describedHeaders(mode),
      schemas: withMeanings(book.schemas()),
      examples: examplesOf(operations, publicUrl)
    }
  }
}
