import { editsBetween, editsMaxOf } from "@quittance/core/nearest"
import type { Route } from "./Route.ts"

/** A path that is served, with its braces, and its methods. */
export interface ServedPath {
  readonly path: string
  readonly methods: ReadonlyArray<string>
}

/** How much of a path is looked at: no path of ours is longer, and whoever sends longer ones waits for nothing. */
const pathLengthMax = 200
const segmentsMax = 10
const wordLengthMax = 24

/**
 * How many edits a whole segment counts for: one that is missing, one too many, and an empty one such as after a slash
 * at the end.
 */
const missingEdits = 3
const surplusEdits = 4
const emptyEdits = 1

/** All of the part before the resource may be missing. */
const editsMax = 9

/**
 * A second path is named too if it is at most so much farther, and the words in it are as near or have one letter
 * wrong.
 */
const edgeEdits = 2
const wordEditsMin = 1
const namedMax = 2

const isParameter = (segment: string): boolean => segment.startsWith("{")

/** What every path has, so that it tells nothing about which one was meant. */
const isPrefix = (segment: string): boolean => /^(?:api|v\d+|sandbox)$/.test(segment)

/** Edits between a sent segment and a word of ours; infinite where they are different words. */
const wordEdits = (given: string, word: string): number => {
  if (given === word) return 0
  if (given.length > wordLengthMax) return Infinity
  if (given.toLowerCase() === word.toLowerCase()) return 1
  const most = editsMaxOf(word)
  if (Math.abs(given.length - word.length) > most) return Infinity
  const edits = editsBetween(given, word)
  return edits <= most ? edits : Infinity
}

/** The cheapest way to make a sent path of a served one, and whether a word of its own is in both. */
interface Way {
  readonly edits: number
  /** Those within words: with many, another word may be meant. */
  readonly inWords: number
  readonly isAlike: boolean
}

const cheaper = (one: Way, other: Way): Way =>
  other.edits < one.edits || (other.edits === one.edits && other.isAlike) ? other : one

const further = (way: Way, more: number): Way => ({ ...way, edits: way.edits + more })

const noWay: Way = { edits: Infinity, inWords: 0, isAlike: false }

const leftOut = (segment: string): number => (segment === "" ? emptyEdits : surplusEdits)

type EditsOf = (given: string, word: string) => number

/** The edit distance of two lists of segments, in which each pair of segments has one of its own. */
const wayBetween = (given: ReadonlyArray<string>, served: ReadonlyArray<string>, editsOf: EditsOf): Way => {
  let above = [0, ...served].map((_, index): Way => ({ ...noWay, edits: index * missingEdits }))
  for (const sent of given) {
    const current = [further(above[0] ?? noWay, leftOut(sent))]
    for (const [index, word] of served.entries()) {
      const edits = isParameter(word) ? (sent === "" ? Infinity : 0) : editsOf(sent, word)
      const isOwn = !isParameter(word) && !isPrefix(word)
      const before = above[index] ?? noWay
      const ways = [
        {
          edits: before.edits + edits,
          inWords: before.inWords + edits,
          isAlike: before.isAlike || isOwn
        },
        further(above[index + 1] ?? noWay, leftOut(sent)),
        further(current[index] ?? noWay, missingEdits)
      ]
      current.push(ways.reduce(cheaper))
    }
    above = current
  }
  return above.at(-1) ?? noWay
}

const segmentsOf = (path: string): ReadonlyArray<string> => path.split("/").slice(1)

/**
 * For a path at which nothing is served: the served paths that were probably meant, at most two, the nearest first.
 * Looks at the words of the path alone, never at what a parameter names.
 */
export const makeNearestPaths = (routes: ReadonlyArray<Pick<Route, "method" | "path">>) => {
  const methodsOf = new Map<string, Array<string>>()
  for (const { method, path } of routes) methodsOf.set(path, [...(methodsOf.get(path) ?? []), method])
  const served = [...methodsOf].map(([path, methods]) => ({ path, methods, segments: segmentsOf(path) }))

  return (path: string): ReadonlyArray<ServedPath> => {
    const given = segmentsOf(path)
    if (path.length > pathLengthMax || given.length > segmentsMax) return []
    const known = new Map<string, number>()
    const editsOf: EditsOf = (sent, word) => {
      const pair = `${sent}/${word}`
      const edits = known.get(pair) ?? wordEdits(sent, word)
      known.set(pair, edits)
      return edits
    }
    const found = served
      .map((each) => ({ ...each, ...wayBetween(given, each.segments, editsOf) }))
      .filter(({ edits, isAlike }) => isAlike && edits <= editsMax)
      .sort((one, other) => one.edits - other.edits)
    const { edits: least, inWords: leastInWords } = found[0] ?? noWay
    return found
      .filter(
        ({ edits, inWords }) => edits <= least + edgeEdits && inWords <= Math.max(wordEditsMin, leastInWords)
      )
      .slice(0, namedMax)
      .map(({ methods, path: nearPath }) => ({ path: nearPath, methods }))
  }
}
