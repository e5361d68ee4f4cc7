/**
 * Several subjects measured in turns, so that a slow minute of the machine hits all of them alike. A claim is a ratio
 * of medians from one such run.
 */
export type Subject<Round> = { readonly name: string; readonly measure: () => Promise<Round> | Round }

export type Measured<Round> = { readonly name: string; readonly rounds: ReadonlyArray<Round> }

/** How many cores everything else may use during a round. Above this, the round is worth little. */
const disturbedCores = 0.3

export type TurnOptions = {
  readonly rounds: number
  /** Disturbed turns count too, so that a run ends soon on a machine that others use. */
  readonly isQuick?: boolean
}

/** How many cores everything else used, if a round knows it. */
export type OtherCpu<Round> = (round: Round) => number

/**
 * Every turn measures each subject once, and the order moves on by one each turn. With `otherCpu`, turns in which the
 * machine was busy with something else are repeated, up to three times as many as asked for, and the quietest count.
 * A quick run repeats none.
 */
export const measureInTurns = async <Round>(
  subjects: ReadonlyArray<Subject<Round>>,
  { isQuick = false, rounds: turnCount }: TurnOptions,
  otherCpu: OtherCpu<Round> = () => 0
): Promise<ReadonlyArray<Measured<Round>>> => {
  const turns: Array<{ readonly rounds: ReadonlyMap<string, Round>; readonly disturbance: number }> = []
  const quiet = () => turns.filter(({ disturbance }) => disturbance <= disturbedCores)
  const turnsMax = isQuick ? turnCount : 3 * turnCount
  while (turns.length < turnCount || (quiet().length < turnCount && turns.length < turnsMax)) {
    const rounds = new Map<string, Round>()
    for (let place = 0; place < subjects.length; place++) {
      const subject = subjects[(turns.length + place) % subjects.length]
      if (subject !== undefined) rounds.set(subject.name, await subject.measure())
    }
    turns.push({ rounds, disturbance: Math.max(...[...rounds.values()].map(otherCpu)) })
  }
  const chosen = turns.sort((left, right) => left.disturbance - right.disturbance).slice(0, turnCount)
  return subjects.map(({ name }) => ({
    name,
    rounds: chosen.flatMap(({ rounds }) => rounds.get(name) ?? [])
  }))
}

/** A sentence for the report when even the quietest turns were disturbed. */
export const disturbanceNote = <Round>(
  measured: ReadonlyArray<Measured<Round>>,
  otherCpu: OtherCpu<Round>
): string => {
  const worst = Math.max(...measured.flatMap(({ rounds }) => rounds.map(otherCpu)))
  return worst <= disturbedCores
    ? ""
    : `\n\n**Disturbed:** something else used up to ${worst.toFixed(1)} cores meanwhile; repeat it on a quiet machine.`
}

/** The median of the rounds' figures (the mean of the middle two if their number is even). */
export const medianOf = <Round>(rounds: ReadonlyArray<Round>, figure: (round: Round) => number): number => {
  const ascending = rounds.map(figure).sort((left, right) => left - right)
  const upper = ascending[Math.floor(ascending.length / 2)] ?? 0
  const lower = ascending[Math.floor((ascending.length - 1) / 2)] ?? 0
  return (lower + upper) / 2
}
