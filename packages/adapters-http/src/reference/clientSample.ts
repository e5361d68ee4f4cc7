import type { ApiOperation } from "../routing/ApiOperation.ts"
import { answerSampleOf } from "./answerSample.ts"
import { clientNameOf } from "./clientName.ts"
import { requestSampleOf } from "./RequestSample.ts"

/** A value as a program writes it. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/^( *)"([A-Za-z]\w*)":/gm, "$1$2:")

const isList = (operation: ApiOperation): boolean =>
  operation.findsBy === undefined && "pagination" in (answerSampleOf(operation) ?? {})

/** What a call is given, in order: ids of the path, one object, options. */
const argumentsOf = (operation: ApiOperation): ReadonlyArray<string> => {
  const { body, form, idempotencyKey, path, query } = requestSampleOf(operation)
  const template = operation.path.split("/")
  const ids = path.split("/").filter((_, index) => template[index]?.startsWith("{") === true)
  const asked = Object.fromEntries(new URLSearchParams(query))
  const fields = Object.entries(form?.fields ?? {}).map(([name, value]) => `  ${name}: ${literal(value)}`)
  const sent =
    form === undefined
      ? [...(body === undefined ? [] : [literal(body)]), ...(query === "" ? [] : [literal(asked)])]
      : [`{\n${[`  file: await openAsBlob("${form.file.name}")`, ...fields].join(",\n")}\n}`]
  const key = idempotencyKey === undefined ? [] : [`{ idempotencyKey: ${literal(idempotencyKey.key)} }`]
  return [...ids.map((id) => literal(id)), ...sent, ...key]
}

/**
 * The call of an operation in JavaScript, with a `client` of `@quittance/client` (and `openAsBlob` of `node:fs` where a
 * file is sent); undefined of an operator's, which the client has not.
 */
export const clientSampleOf = (operation: ApiOperation): string | undefined => {
  if (operation.caller === "operator") return undefined
  const call = `client.${clientNameOf(operation)}(${argumentsOf(operation).join(", ")})`
  return isList(operation)
    ? `for await (const item of ${call}) console.log(item)`
    : `console.log(await ${call})`
}
