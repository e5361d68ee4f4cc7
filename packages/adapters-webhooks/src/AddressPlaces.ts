import { isIPv6 } from "node:net"

/**
 * How many connections lead to each address at once, including those being made. Host names cost nothing, so
 * addresses are counted: a receiver with a hundred names is one receiver. An IPv6 network of 64 bits counts
 * as one address.
 */
export class AddressPlaces {
  readonly #max: number
  readonly #taken = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  hasRoom(address: string): boolean {
    return (this.#taken.get(keyOf(address)) ?? 0) < this.#max
  }

  take(address: string): void {
    const key = keyOf(address)
    this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1)
  }

  give(address: string): void {
    const key = keyOf(address)
    const left = (this.#taken.get(key) ?? 0) - 1
    if (left > 0) this.#taken.set(key, left)
    else this.#taken.delete(key)
  }
}

const keyOf = (address: string): string => (isIPv6(address) ? networkOf(address) : address)

/** The first 64 bits of an IPv6 address. */
const networkOf = (address: string): string => {
  const [head = "", tail] = address.split("::")
  const before = head === "" ? [] : head.split(":")
  const after = tail === undefined || tail === "" ? [] : tail.split(":")
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")
}
