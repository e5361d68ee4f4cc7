import type { MemoryState } from "@quittance/core"

/** Takes a copy of all that a store remembers; what it answers puts the store back to it. */
export const memorySnapshot = (state: MemoryState): (() => void) => {
  const kept = copyOf(state)
  return () => {
    const put = copyOf(kept)
    for (const [name, value] of Object.entries(state)) {
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
const copyOf = (state: MemoryState): MemoryState =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => [
      name,
      value instanceof Map ? new Map(value) : Array.isArray(value) ? [...value] : value
    ])
  ) as unknown as MemoryState
