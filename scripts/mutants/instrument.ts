import { isStatement, type Mutant } from "./Mutant.ts"

/**
 * The source with all its mutants inside, each behind a switch: code is transformed and imported once, and a mutant is
 * on when `__mutant` says so of its id.
 */
export const instrument = (source: string, mutants: ReadonlyArray<Mutant>): string => {
  const places = new Map<string, Array<Mutant>>()
  for (const mutant of mutants) {
    const key = `${mutant.start}:${mutant.end}`
    places.set(key, [...(places.get(key) ?? []), mutant])
  }
  // Outer places before the ones inside them.
  const sorted = [...places.values()].sort(
    ([left], [right]) => (left?.start ?? 0) - (right?.start ?? 0) || (right?.end ?? 0) - (left?.end ?? 0)
  )

  const render = (from: number, to: number, inside: ReadonlyArray<ReadonlyArray<Mutant>>): string => {
    let text = ""
    let at = from
    for (let next = 0; next < inside.length; ) {
      const place = inside[next] ?? []
      const [first] = place
      if (first === undefined) break
      const { end, start } = first
      let last = next + 1
      while (last < inside.length && (inside[last]?.[0]?.start ?? end) < end) last += 1
      const original = render(start, end, inside.slice(next + 1, last))
      text += source.slice(at, start)
      // A statement may be as long as its expression, which then has mutants too.
      const statement = place.find(isStatement)
      const others = place.filter((mutant) => !isStatement(mutant))
      const switched =
        others.length === 0
          ? original
          : `(${others.map(({ becomes, id }) => `__mutant(${JSON.stringify(id)}) ? (${becomes}) : `).join("")}(${original}))`
      text +=
        statement === undefined ? switched : `{ if (!__mutant(${JSON.stringify(statement.id)})) ${switched} }`
      at = end
      next = last
    }
    return text + source.slice(at, to)
  }

  return render(0, source.length, sorted)
}
