/** JSON in which `"12n"` is a bigint, as the servers' side of the loopback writes and reads it. */
export const written = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? `${each}n` : each))

export const read = (text: string): unknown =>
  JSON.parse(text, (_, each: unknown) =>
    typeof each === "string" && /^\d+n$/.test(each) ? BigInt(each.slice(0, -1)) : each
  )
