import type { MemoryState } from "@quittance/core/adapter"

/** Copies everything that a store remembers. The returned function puts the store back to it. */
export const memorySnapshot = (state: MemoryState): (() => void) => {
  const { aggregates, ...rest } = state
  const putAggregates = snapshotOf(aggregates)
  const putRest = snapshotOf(rest, state)
  return () => {
    putAggregates()
    putRest()
  }
}

const snapshotOf = <Kept extends object>(source: Kept, state: object = source): (() => void) => {
  const kept = copyOf(source)
  return () => {
    const put = copyOf(kept)
    for (const [name, value] of Object.entries(source)) {
      const earlier: unknown = Reflect.get(put, name)
      if (value instanceof Map && earlier instanceof Map) {
        value.clear()
        for (const [key, each] of earlier) value.set(key, each)
      } else if (Array.isArray(value) && Array.isArray(earlier)) value.splice(0, value.length, ...earlier)
      // Whoever waits for jobs is a process, not the store.
      else if (name !== "jobChanges") Reflect.set(state, name, earlier)
    }
  }
}

/** Values are replaced, never changed in place, so a copy of what holds them is enough. */
const copyOf = <Kept extends object>(state: Kept): Kept =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => [
      name,
      value instanceof Map ? new Map(value) : Array.isArray(value) ? [...value] : value
    ])
  ) as Kept
