import { Schema } from "effect"

/** What an operator key may do. No key of a partner has any of these. */
export const operatorScopes = [
  "partners:read",
  "partners:write",
  "terms:write",
  "balances:read",
  "adjustments:write",
  "holds:read",
  "holds:write",
  "statements:read",
  "statements:write"
] as const
export type OperatorScope = (typeof operatorScopes)[number]

/** `*` grants every scope of operators. */
export const GrantedOperatorScope = Schema.Literals(["*", ...operatorScopes])
export type GrantedOperatorScope = typeof GrantedOperatorScope.Type
