import { clientNameOf } from "../../src/reference/clientName.ts"
import { jsonSchemaOf } from "../../src/reference/jsonSchemaOf.ts"
import { statusOfCode } from "../../src/refusal/ErrorCode.ts"
import { type ApiOperation, idempotencyKeyOf, type Parameter } from "../../src/routing/ApiOperation.ts"
import { choicesOf, type JsonSchema } from "./JsonSchema.ts"
import type { makeTypeBook } from "./TypeBook.ts"
import { comment, nounOf, pascal, singular } from "./words.ts"

const schemaOf = (schema: ApiOperation["success"]): JsonSchema => jsonSchemaOf(schema) as JsonSchema

/** The object of an operation's query parameters. */
const querySchema = (parameters: ReadonlyArray<Parameter>): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(
    parameters.map(({ description, name, schema }) => {
      const own = schemaOf(schema)
      return [name, { ...own, description, ...(own.title === undefined ? {} : { meaning: own.description }) }]
    })
  ),
  required: parameters.flatMap(({ name, required }) => (required ? [name] : []))
})

/** An operation that answers a list or one record is two calls; any other one is itself. */
const callsOf = (operation: ApiOperation): ReadonlyArray<readonly [ApiOperation, answer: JsonSchema]> => {
  const { findsBy, id, parameters, success } = operation
  const answer = schemaOf(success)
  if (findsBy === undefined) return [[operation, answer]]
  const answers = choicesOf(answer)
  const isList = ({ properties }: JsonSchema): boolean => properties?.pagination !== undefined
  const [list = {}, one = {}] = [answers.find(isList), answers.find((each) => !isList(each))]
  const [listing = "", finding = ""] = operation.summary.split(", or ")
  const isKey = ({ name }: Parameter): boolean => name === findsBy
  const found = parameters.filter(isKey).map((key) => ({ ...key, required: true }))
  return [
    [
      {
        ...operation,
        id: `list${nounOf(id)}s`,
        summary: listing,
        parameters: parameters.filter((each) => !isKey(each))
      },
      list
    ],
    [
      { ...operation, summary: `${finding.charAt(0).toUpperCase()}${finding.slice(1)}`, parameters: found },
      one
    ]
  ]
}

/** What the client must know of an operation, read out of its row. */
export const readRows = (operation: ApiOperation) => callsOf(operation).map((call) => readRow(...call))

const readRow = (operation: ApiOperation, answer: JsonSchema) => {
  const fields = Object.entries(answer.properties ?? {})
  const query = operation.parameters.filter((each) => each.in === "query")
  const [onlyField, ...others] = fields
  const [listed] = fields.find(([, { type }]) => type === "array") ?? []
  return {
    operation,
    name: clientNameOf(operation),
    inPath: operation.parameters.filter((each) => each.in === "path"),
    sends: sendsOf(operation, query),
    keyHeader: idempotencyKeyOf(operation)?.header,
    isRepeatable: operation.repeatable === true || operation.errors.includes("idempotency_conflict"),
    answer,
    isSilent: fields.length === 0,
    /** The only field of an answer is what a call gives. */
    gives: others.length === 0 ? onlyField?.[0] : undefined,
    items: answer.required?.includes("pagination") === true ? listed : undefined
  }
}

export type Row = ReturnType<typeof readRow>

const sendsOf = ({ form, request, requestOptional }: ApiOperation, query: ReadonlyArray<Parameter>) => {
  if (form !== undefined) return { as: "form", schema: schemaOf(form), isOptional: false } as const
  if (request !== undefined)
    return { as: "json", schema: schemaOf(request), isOptional: requestOptional === true } as const
  if (query.length === 0) return undefined
  return {
    as: "query",
    schema: querySchema(query),
    isOptional: query.every(({ required }) => !required)
  } as const
}

type Types = ReturnType<typeof makeTypeBook>

const suffix = { form: "Form", json: "Request", query: "Query" } as const

/** The type of a list's items and of its page, or of the answer. */
const answerType = (row: Row, types: Types): string => {
  const { answer, gives, isSilent, items, name, operation } = row
  const { id } = operation
  const call = `\`client.${name}\``
  if (isSilent) return "Promise<void>"
  const noun = name.startsWith("sandbox.") ? pascal(id) : nounOf(id)
  if (items !== undefined) {
    const one = singular(noun)
    const item = answer.properties?.[items]?.items ?? {}
    const itemType = types.record(item, [one, `${one}InList`], "answered", `What ${call} lists.`)
    const page = types.record(answer, [`${noun}Page`, `${noun}ListPage`], "answered", `A page of ${call}.`)
    return `Listing<${itemType}, ${page}>`
  }
  const wanted = {
    get: [noun, `${noun}Detail`],
    find: [noun],
    create: [noun, `${noun}Created`]
  }[/^[a-z]+/.exec(id)?.[0] ?? ""] ?? [`${pascal(id)}Answer`]
  const said = `What ${call} gives.`
  if (gives === undefined) return `Promise<${types.record(answer, wanted, "answered", said)}>`
  const field = answer.properties?.[gives] ?? {}
  if (field.properties !== undefined) return `Promise<${types.record(field, wanted, "answered", said)}>`
  const isNoun = name.startsWith("sandbox.") || /^(?:list|get)/.test(id)
  const named = isNoun ? singular(noun) : `${pascal(id)}${pascal(singular(gives))}`
  return `Promise<${types.typeOf(field, named, "", "answered")}>`
}

const isNamedBy = (row: Row): number => (row.items !== undefined ? 0 : row.operation.method === "GET" ? 1 : 2)

/** In this order the records get their names: what lists show, then what reads show, then what writes show. */
export const inOrderOfNames = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  rows.toSorted((one, other) => isNamedBy(one) - isNamedBy(other))

const keyOf: { readonly [proof: string]: string } = {
  signed: "Signed: needs the public key and the secret of the crypto group.",
  secret: "Needs the secret of the fiat group.",
  pair: "Needs the public key and the secret of the transit group."
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const repeats = ({ keyHeader, operation }: Row): string | undefined => {
  if (keyHeader !== undefined)
    return "With the same `idempotencyKey` and fields it gives the same answer again, and nothing is done twice."
  return operation.method === "POST" && operation.repeatable === true
    ? "Done twice, it changes nothing more."
    : undefined
}

const commentOf = (row: Row): string => {
  const { inPath, operation } = row
  const { method, path, summary } = operation
  const errors = [
    ...new Set([
      ...operation.errors,
      ...(row.keyHeader === undefined ? [] : (["idempotency_conflict"] as const))
    ])
  ]
  const scope = operation.caller === "partner" ? `, scope \`${operation.scope}\`` : ""
  const key = operation.caller === "partner" ? keyOf[operation.proof] : undefined
  const said = repeats(row)
  return comment(
    [
      sentence(summary),
      ...(said === undefined ? [] : [said]),
      `\`${method} ${path}\`${scope}. ${path.startsWith("/sandbox/") ? "Sandboxes only; the secret of any key." : (key ?? "Anybody may call it, without a key.")}`,
      ...(errors.length === 0
        ? []
        : [`Errors of its own: ${errors.map((code) => `\`${code}\` (${statusOfCode(code)})`).join(", ")}.`]),
      ...inPath.map(({ description, name }) => `@param ${name} ${description}`)
    ],
    "  "
  )
}

/** A call of the client, with its comment. */
export const methodOf = (row: Row, types: Types): string => {
  const { inPath, keyHeader, name, operation, sends } = row
  const id = pascal(operation.id)
  const payload = sends === undefined ? [] : [payloadOf(row, id, types)]
  const options = `options?: ${keyHeader === undefined ? "CallOptions" : "KeyedCallOptions"}`
  const given = [...inPath.map((each) => `${each.name}: string`), ...payload, options]
  const method = name.split(".").at(-1) ?? name
  const line = `  ${method}(${given.join(", ")}): ${answerType(row, types)}\n`
  const text =
    line.length <= 111
      ? line
      : `  ${method}(\n${given.map((each) => `    ${each}`).join(",\n")}\n  ): ${answerType(row, types)}\n`
  return `${commentOf(row)}${text}`
}

const payloadOf = ({ name, sends }: Row, id: string, types: Types): string => {
  if (sends === undefined) return ""
  const { as, isOptional, schema } = sends
  const wanted = [`${id}${suffix[as]}`]
  // What one call takes may change without the others.
  const type = types.record(schema, wanted, "sent", `What \`client.${name}\` takes.`, id)
  const argument = as === "json" ? "request" : as
  return `${argument}${isOptional ? "?" : ""}: ${type}`
}
