/** Which keys an operation is called with. */
export type Group = "crypto" | "fiat" | "transit" | "signature" | "sandbox"

/** What the client must know of an operation of the API to call it. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** With parameters in braces, which are the first arguments of a call. */
  readonly path: string
  /** How the caller proves who it is; nobody needs to where it is not given. */
  readonly proof?: "signed" | "secret" | "pair"
  /** What the argument after the parameters is sent as. */
  readonly sends?: "query" | "json" | "form"
  /** The header with the idempotency key. */
  readonly keyHeader?: string
  /** It may be sent again when its answer was lost, without a key: nothing is done twice. */
  readonly repeatable?: true
  /** The field of the answer that a call gives; otherwise the whole record. */
  readonly gives?: string
  /** The answer says nothing but that it was done. */
  readonly isSilent?: true
  /** The field of the answer that has the items of a list with cursors. */
  readonly items?: string
}

/** Operations by the names under which a client has them. */
export interface OperationTree {
  readonly [name: string]: Operation | OperationTree
}

export const isOperation = (node: Operation | OperationTree): node is Operation =>
  typeof node.path === "string"
