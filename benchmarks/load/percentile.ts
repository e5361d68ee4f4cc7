/** The value below which the given share (0 to 1) of ascending values lies, by nearest rank; 0 when there are none. */
export const percentile = (ascending: Float64Array, share: number): number =>
  ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? 0
