import { settled } from "./settled.ts"

/** How an answer may differ from its example. */
interface Leave {
  /** Of these fields the kind is enough: figures, and what settings or others say. An end of a path is enough too. */
  readonly varying: ReadonlyArray<string>
  /** Records whose fields have names of the deployment's or of data, of which an example shows some. */
  readonly named: ReadonlyArray<string>
}

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isAlike = (example: unknown, answer: unknown): boolean =>
  example !== undefined &&
  answer !== undefined &&
  (example === null || answer === null || typeof example === typeof answer)

const compare = (example: unknown, answer: unknown, leave: Leave, path: string): ReadonlyArray<string> => {
  const isOneOf = (ends: ReadonlyArray<string>) => ends.some((end) => path.endsWith(`.${end}`))
  const different = [`${path}: ${JSON.stringify(example)} is answered as ${JSON.stringify(answer)}`]
  if (isOneOf(leave.varying)) return isAlike(example, answer) ? [] : different
  if (Array.isArray(example) && Array.isArray(answer))
    return example.flatMap((each, index) => {
      const tried = answer.map((other) => compare(each, other, leave, `${path}.${index}`))
      return tried.some((found) => found.length === 0) ? [] : (tried[0] ?? different)
    })
  if (!isRecord(example) || !isRecord(answer)) return example === answer ? [] : different
  const names = isOneOf(leave.named)
    ? Object.keys(example).filter((name) => name in answer)
    : [...new Set([...Object.keys(example), ...Object.keys(answer)])]
  return names.flatMap((name) => compare(example[name], answer[name], leave, `${path}.${name}`))
}

/**
 * Where an answer is not like its example, in sentences: it has the same fields and values, but for what is another one
 * in every run. Each item of a list of the example is in that of the answer.
 */
export const unlike = (example: unknown, answer: unknown, leave: Leave): ReadonlyArray<string> =>
  compare(settled(example), settled(answer), leave, "")
