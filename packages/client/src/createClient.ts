import { type Answered, type Caller, makeCaller } from "./Caller.ts"
import type { ClientOptions } from "./ClientOptions.ts"
import { type Configuration, configurationOf } from "./Configuration.ts"
import { invocationOf, type NamedOperation } from "./Invocation.ts"
import { listingOf } from "./Listing.ts"
import { type Group, isOperation, type OperationTree } from "./Operation.ts"
import type { Operations } from "./operations/Operations.ts"
import { operationTable } from "./operations/operationTable.ts"
import type { RawResponse, WithRawResponse } from "./RawResponse.ts"

/** Every operation of the API, by its group, its resource and what it does. */
export interface Client extends Operations {
  /** The same calls, each of which gives its answer with status, headers and request id. */
  readonly withRawResponse: WithRawResponse<Operations>
}

/**
 * A client of a Quittance server. Nothing is sent yet. Throws a `UsageError` for an unknown option, or a key that does
 * not belong where it is given.
 *
 * Each call gives the resource itself, and rejects with a `QuittanceError`. Lost answers and 5xx are repeated where
 * nothing can be done twice, with the same idempotency key and a new signature; 429 when `Retry-After` says so.
 */
export const createClient = (options: ClientOptions): Client => {
  const configuration = configurationOf(options)
  const caller = makeCaller(configuration)
  const tree = (call: Call) => callsOf(operationTable, (named) => call(named, configuration, caller))
  // Both are made from one source, the table of operations.
  return { ...tree(plainCall), withRawResponse: tree(rawCall) } as unknown as Client
}

type Call = (
  named: NamedOperation,
  configuration: Configuration,
  caller: Caller
) => (...given: ReadonlyArray<unknown>) => Promise<unknown>

const dataOf = ({ gives, isSilent }: NamedOperation["operation"], { record }: Answered): unknown => {
  if (isSilent === true) return undefined
  return gives === undefined ? record : record[gives]
}

const plainCall: Call = (named, configuration, caller) => {
  const { operation } = named
  const once = async (given: ReadonlyArray<unknown>) =>
    dataOf(operation, await caller(invocationOf(named, configuration, given)))
  if (operation.items === undefined) return (...given) => once(given)
  const ask = async (given: ReadonlyArray<unknown>, cursor: string | undefined) => {
    const invocation = invocationOf(named, configuration, given)
    if (cursor === undefined) return caller(invocation)
    return caller({ ...invocation, payload: { ...invocation.payload, page: undefined, cursor } })
  }
  return (...given) => listingOf(operation, (cursor) => ask(given, cursor))
}

const rawCall: Call =
  (named, configuration, caller) =>
  async (...given): Promise<RawResponse<unknown>> => {
    const answered = await caller(invocationOf(named, configuration, given))
    const { headers, status } = answered.answer
    return {
      data: dataOf(named.operation, answered),
      status,
      headers,
      requestId: headers.get("x-request-id") ?? undefined,
      isReplay: headers.get("idempotent-replayed") === "true"
    }
  }

type Calls = { readonly [name: string]: ReturnType<Call> | Calls }

/** Calls in the form of a tree of operations. */
const callsOf = (
  tree: OperationTree,
  call: (named: NamedOperation) => ReturnType<Call>,
  above: ReadonlyArray<string> = []
): Calls =>
  Object.fromEntries(
    Object.entries(tree).map(([name, node]) => {
      const names = [...above, name]
      return isOperation(node)
        ? [name, call({ name: names.join("."), group: names[0] as Group, operation: node })]
        : [name, callsOf(node, call, names)]
    })
  )
