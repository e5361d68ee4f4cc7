/** What a claimed key is for, which a concept declares. A key is claimed once within each scope. */
export interface ClaimScope {
  /** The name that stores keep. */
  readonly name: string
  /** Whether a key is unique within one partner or over all. */
  readonly within: "partner" | "global"
}

/** A scope over all partners. */
export interface GlobalScope extends ClaimScope {
  readonly within: "global"
}

/** The scope of requests that create something once, and what such a request calls its key. */
export interface CreationScope extends ClaimScope {
  readonly keyedBy: "idempotency key" | "externalId"
}

/** Declare a scope by its name. `claimScopes` of `store/names.ts` lists all of them. */
export const partnerScope = (name: string): ClaimScope => ({ name, within: "partner" })

export const globalScope = (name: string): GlobalScope => ({ name, within: "global" })

export const creationScope = (
  name: `${string}.create`,
  keyedBy: CreationScope["keyedBy"] = "idempotency key"
): CreationScope => ({ name, within: "partner", keyedBy })
