/**
 * Several subjects measured in turns, so that a slow minute of the machine hits all of them alike. A claim is a ratio of
 * medians from one such run.
 */
export type Subject<Round> = { readonly name: string; readonly measure: () => Promise<Round> | Round }

export type Measured<Round> = { readonly name: string; readonly rounds: ReadonlyArray<Round> }

/** Every round measures each subject once; the order turns by one each round. */
export const measureInTurns = async <Round>(
  subjects: ReadonlyArray<Subject<Round>>,
  roundCount: number
): Promise<ReadonlyArray<Measured<Round>>> => {
  const roundsOf = new Map<string, Array<Round>>(subjects.map(({ name }) => [name, []]))
  for (let round = 0; round < roundCount; round++) {
    for (let turn = 0; turn < subjects.length; turn++) {
      const subject = subjects[(round + turn) % subjects.length]
      if (subject !== undefined) roundsOf.get(subject.name)?.push(await subject.measure())
    }
  }
  return subjects.map(({ name }) => ({ name, rounds: roundsOf.get(name) ?? [] }))
}

/** The middle of the rounds' figures (the mean of the middle two when their number is even). */
export const medianOf = <Round>(rounds: ReadonlyArray<Round>, figure: (round: Round) => number): number => {
  const ascending = rounds.map(figure).sort((left, right) => left - right)
  const upper = ascending[Math.floor(ascending.length / 2)] ?? 0
  const lower = ascending[Math.floor((ascending.length - 1) / 2)] ?? 0
  return (lower + upper) / 2
}
