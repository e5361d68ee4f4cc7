/** The scopes of keys, one list per family: as core has them, without loading it. */
export const keyScopeFamilies: ReadonlyArray<ReadonlyArray<string>> = [
  ["crypto:read", "crypto:write", "payouts:write"],
  ["payments:read", "payments:write", "kyc:write", "webhooks:write"],
  ["transit:read", "transit:write"]
]
