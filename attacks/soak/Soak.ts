import type { Api } from "./Api.ts"
import type { Book } from "./Book.ts"
import type { Clients } from "./Clients.ts"
import type { ShiftedClock } from "./Clock.ts"
import type { Database } from "./Database.ts"
import type { Dice } from "./Dice.ts"
import type { Disk } from "./Disk.ts"
import type { Chain } from "./outside/Chain.ts"
import type { Outside } from "./outside/Outside.ts"
import type { ProcessingSide } from "./outside/ProcessingSide.ts"
import type { Receivers } from "./outside/Receivers.ts"
import type { Partner } from "./Partner.ts"
import type { Servers } from "./Servers.ts"

/** Everything of one run. */
export interface Soak {
  readonly api: Api
  readonly book: Book
  readonly chain: Chain
  readonly clients: Clients
  readonly clock: ShiftedClock
  /** Where the store is, unless it is a SQLite file. */
  readonly database: Database | undefined
  readonly dice: Dice
  readonly disk: Disk
  readonly outside: Outside
  readonly partners: ReadonlyArray<Partner>
  readonly processing: ProcessingSide
  readonly receivers: Receivers
  readonly servers: Servers
  /** How many servers run when nothing is wrong; one or two, by chance, if it is undefined. */
  readonly serverCount: number | undefined
  /** A folder that is never full, for backups. */
  readonly home: string
  readonly backups: Array<Backup>
  /** Ends the run: what must not happen happened. */
  readonly broken: (sentence: string) => void
  readonly say: (line: string) => void
  /** What happened, by name. */
  readonly tally: Map<string, number>
  /** Up to when all that was acknowledged was found there. */
  checkedUntil: number
}

export interface Backup {
  readonly file: string
  /** Whatever was acknowledged before is in it. */
  readonly begunAt: number
}

export const count = ({ tally }: Pick<Soak, "tally">, name: string, by = 1): void => {
  tally.set(name, (tally.get(name) ?? 0) + by)
}
