/** Of rows of the same length, number by number. */
export const meanOf = (...rows: ReadonlyArray<Float32Array>): Float32Array =>
  Float32Array.from(
    rows[0] ?? [],
    (_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length
  )
