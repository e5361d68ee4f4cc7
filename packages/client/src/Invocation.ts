import type { KeyedCallOptions } from "./ClientOptions.ts"
import { type Configuration, refuseUnknown, wholeNumber } from "./Configuration.ts"
import type { Group, Operation } from "./Operation.ts"
import { UsageError } from "./QuittanceError.ts"

/** An operation by the name under which a client has it. */
export interface NamedOperation {
  /** `crypto.payouts.create` */
  readonly name: string
  readonly group: Group
  readonly operation: Operation
}

/** A call, as its arguments say it. */
export interface Invocation extends NamedOperation {
  /** The path with its parameters. */
  readonly path: string
  readonly payload: object | undefined
  readonly idempotencyKey: string | undefined
  readonly signal: AbortSignal | undefined
  readonly timeoutMillis: number
  readonly retryMax: number
}

/** Arguments without types may be anything. */
export const invocationOf = (
  named: NamedOperation,
  configuration: Configuration,
  given: ReadonlyArray<unknown>
): Invocation => {
  const { name, operation } = named
  const refuse = (message: string): never => {
    throw new UsageError("invalid_option", `${name}: ${message}.`)
  }
  const rest = [...given]
  const path = operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = rest.shift()
    // A URL takes a segment of dots for the folder, or the one above, so another path would be asked.
    if (value === "." || value === "..")
      return refuse(`${parameter} is ${value}, and must be the text of an id`)
    return typeof value === "string" && value !== ""
      ? encodeURIComponent(value)
      : refuse(`${parameter} is ${value === "" ? "empty" : typeof value}, and must be the text of an id`)
  })
  const payload = operation.sends === undefined ? undefined : rest.shift()
  if (payload !== undefined && (typeof payload !== "object" || payload === null))
    return refuse(`its fields come as one object, not as ${payload === null ? "null" : typeof payload}`)
  const [options = {}, ...more] = rest
  if (more.length > 0 || typeof options !== "object" || options === null)
    return refuse("the last argument is an object of options")
  const known = ["signal", "timeoutMillis", "retryMax"]
  refuseUnknown(name, options, operation.keyHeader === undefined ? known : ["idempotencyKey", ...known])
  const { idempotencyKey, retryMax, signal, timeoutMillis }: KeyedCallOptions = options
  if (idempotencyKey !== undefined && !/^[ -~]{1,255}$/.test(idempotencyKey))
    return refuse("idempotencyKey must have 1 to 255 printable ASCII characters")
  return {
    ...named,
    path,
    payload,
    idempotencyKey:
      operation.keyHeader === undefined ? undefined : (idempotencyKey ?? configuration.platform.newKey()),
    signal,
    timeoutMillis: wholeNumber("timeoutMillis", timeoutMillis, 1, configuration.timeoutMillis),
    retryMax: wholeNumber("retryMax", retryMax, 0, configuration.retryMax)
  }
}
