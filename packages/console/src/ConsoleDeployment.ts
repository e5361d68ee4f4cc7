import { Context, type Effect } from "effect"

/** Why the deployment does not serve, or is late. */
export interface DeploymentReason {
  /** A code of `/readyz`. */
  readonly code: string
  /** One sentence. */
  readonly message: string
  /** Whether it names nodes, wallets or limits, which concern operators only. */
  readonly isForOperators: boolean
}

/** What only the server knows. A host that provides none has a console without it. */
export class ConsoleDeployment extends Context.Service<
  ConsoleDeployment,
  {
    /** Why payouts, deposits or deliveries are late now; it never fails. */
    readonly reasons: Effect.Effect<ReadonlyArray<DeploymentReason>>
    /** What is wrong with backups, in sentences; none if they are as they should be. */
    readonly backupFaults: Effect.Effect<ReadonlyArray<string>>
    /** Which subscribers nobody attends to, in sentences. */
    readonly subscriberFaults: Effect.Effect<ReadonlyArray<string>>
    /** Whether it serves the documents, at `/docs` beside the console. */
    readonly hasDocs: boolean
    /** Where transactions can be looked at, by the network's name: the hash is put behind it. */
    readonly explorers: { readonly [network: string]: string }
    /** What runs here, by names. */
    readonly versions: ReadonlyArray<readonly [name: string, value: string]>
  }
>()("@quittance/console/ConsoleDeployment") {}
