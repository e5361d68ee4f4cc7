/** A partner of the soak, with a key of each family, as live mode has them. */
export interface Partner {
  readonly name: string
  readonly crypto: Key
  readonly fiat: Key
  readonly transit: Key
}

export interface Key {
  readonly id: string
  readonly publicKey: string
  readonly secret: string
  readonly bind: "none" | "idempotency"
}
