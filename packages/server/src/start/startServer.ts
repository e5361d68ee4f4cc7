import { HttpApp, type MetricsOfProcesses, NodeServer, processMetrics } from "@quittance/adapters-http"
import { UndiciTransport } from "@quittance/adapters-webhooks"
import { Networks, Partners, type StoreUnavailable, Worker } from "@quittance/core"
import {
  AlertListener,
  Guard,
  isLoopbackAddress,
  LinkBase,
  makeSteadyTime,
  type NewApiKey,
  RefusedRequests,
  refusedRequestsKeptMillis,
  refusedRequestsMax,
  SignInLinks,
  StoreHealth,
  WorkQueue
} from "@quittance/core/adapter"
import { Decoding } from "@quittance/decoding"
import { Context, Effect, Exit, Layer, Option, Scope } from "effect"
import { type LookServices, startAlerts } from "../alerts/startAlerts.ts"
import { booksVerifierLayer } from "../books/booksVerifier.ts"
import type { ServeConfiguration } from "../configuration/ServeConfiguration.ts"
import { linkBase } from "../configuration/StoreConfiguration.ts"
import { statementFolderOf } from "../statements/StatementFolder.ts"
import { watchStatements } from "../statements/watchStatements.ts"
import { tracesLayer } from "../trace/tracesLayer.ts"
import { withConsole } from "./console.ts"
import { documentsLayer, picturesLayer } from "./documents.ts"
import { freePort } from "./freePort.ts"
import { checkMasterKey } from "./MasterKey.ts"
import { madeSignInLink } from "./madeSignInLink.ts"
import { loadProviders, type OwnProviders } from "./Providers.ts"
import { makeSandboxCredentials } from "./SandboxCredentials.ts"
import { StartRefused } from "./StartRefused.ts"
import { servicesLayer } from "./services.ts"
import { signatureClassifierLayer } from "./signatureClassifier.ts"
import { isGoneOwner } from "./WorkerOwner.ts"

/** The running parts after a start. */
export interface StartedServer {
  /** Where it listens; undefined in a process of workers only. */
  readonly url: string | undefined
  readonly providers: OwnProviders
  readonly networks: Networks["Service"]
  /** The key that this start created, if it is the first of a sandbox. */
  readonly madeKey: NewApiKey | undefined
  /** The part of `/metrics` about this process. */
  readonly metrics: Effect.Effect<string>
  /** A new link that signs an owner of the sandbox's partner in; undefined where there are none. */
  readonly signInLink: Effect.Effect<string | undefined>
}

/** The place of a process among several. By default it is the only one. */
export interface AmongProcesses {
  /** How many processes serve the port. */
  readonly processes?: number
  readonly metrics?: MetricsOfProcesses
}

/** How long requests and jobs in flight may take after a stop; supervisors kill after 10 s. */
const finishMillis = 8_000

/**
 * Expired signatures, full rate buckets and old refused requests are pruned in steps, so that requests are served
 * between them.
 */
const pruneIntervalMillis = 10_000
const refusedIntervalMillis = 60_000
const pruneStep = 250

/**
 * Starts what the configuration says, in the current scope. When that closes: no request or job is accepted any more,
 * what is in flight is finished, then the store is closed.
 */
export const startServer = Effect.fnUntraced(function* (
  configuration: ServeConfiguration,
  among: AmongProcesses = {}
) {
  const traces = yield* Layer.build(tracesLayer(configuration))
  const alerts = yield* startAlerts(configuration, among.metrics?.own)
  return yield* startParts(configuration, among, alerts?.tell ?? Effect.void).pipe(
    Effect.provideService(AlertListener, alerts?.listener ?? (() => undefined)),
    Effect.provideContext(traces)
  )
})

const startParts = Effect.fnUntraced(function* (
  configuration: ServeConfiguration,
  among: AmongProcesses,
  tellAlerts: Effect.Effect<unknown, never, LookServices | Scope.Scope>
) {
  const { processes = 1 } = among
  const { mode, role } = configuration
  const { webhook } = configuration.settings
  yield* checkMasterKey(configuration)
  const port = configuration.port === 0 ? yield* freePort(configuration.host) : configuration.port
  const providers = yield* loadProviders(configuration, role)
  const publicUrl = linkBase({ ...configuration, port })
  const webhookTransport = UndiciTransport.layer({
    allowLoopback: webhook.allowPrivate,
    // In development all receivers are at one address.
    ...(webhook.allowPrivate ? { addressCallsMax: 1_024 } : {})
  })
  // Whoever reads files from strangers shares the processes in which they are decoded.
  const decoding = Decoding.layer()
  const documents = Layer.merge(documentsLayer(configuration), Layer.provide(picturesLayer, decoding))
  const services = yield* Layer.build(
    servicesLayer(configuration, {
      ...{ providers, publicUrl, webhookTransport, documents, processes },
      booksVerifier: booksVerifierLayer({ folder: configuration.dataFolder }),
      signatureClassifier: Layer.provide(signatureClassifierLayer, decoding),
      upgrades: true
    })
  )
  return yield* Effect.gen(function* () {
    const madeKey =
      mode === "sandbox" ? yield* makeSandboxCredentials(configuration) : Option.none<NewApiKey>()
    const work = yield* Worker
    // The order of what follows is that of the stop, reversed: a fiber of the scope ends after this finalizer.
    const http = yield* Scope.make()
    const listening = role === "worker" ? undefined : yield* listen({ ...configuration, port }, among, http)
    // A worker without a public URL of its own serves no page.
    if (role !== "worker" || configuration.publicUrl !== undefined) yield* noteLinkBase(publicUrl)
    if (role !== "http") {
      yield* startWork
      yield* startWatch(configuration)
    }
    yield* Effect.addFinalizer(() =>
      Effect.all([Scope.close(http, Exit.void), Effect.timeoutOption(work.finish, finishMillis)], {
        concurrency: "unbounded",
        discard: true
      })
    )
    yield* providers.started(services)
    yield* tellAlerts
    const started: StartedServer = {
      url: listening?.url,
      providers,
      networks: yield* Networks,
      madeKey: Option.getOrUndefined(madeKey),
      metrics: listening?.metrics ?? processMetrics,
      signInLink:
        listening === undefined ? Effect.succeed(undefined) : Effect.provideContext(signInLinkHere, services)
    }
    return started
  }).pipe(Effect.provideContext(services))
})

/** Of the partner whose key pair the first start made. */
const signInLinkHere = Effect.flatMap(Partners, (partners) => partners.find("sandbox")).pipe(
  Effect.flatMap(({ id }) => madeSignInLink(id)),
  Effect.map(({ url }): string | undefined => url),
  // A deployment of another kind, or a partner of another name: the command says why.
  Effect.catch(() => Effect.succeed(undefined)),
  Effect.provide(SignInLinks.layer)
)

/** For commands on this store. It is written once the address is this server's, and only when it changed. */
const noteLinkBase = (publicUrl: string) =>
  Effect.gen(function* () {
    const links = yield* LinkBase
    const noted = yield* links.current
    if (!Option.contains(noted, publicUrl)) yield* links.note(publicUrl)
  }).pipe(
    Effect.catchTag("StoreUnavailable", ({ reason }) =>
      Effect.logWarning(`commands may write links of an earlier QUITTANCE_PUBLIC_URL: ${reason}`)
    )
  )

const listen = (
  configuration: ServeConfiguration,
  { metrics, processes = 1 }: AmongProcesses,
  scope: Scope.Scope
) => {
  const { docs, file, host, metricsToken, port, rateLimits, role, signatureOrigins, trustedProxies } =
    configuration
  const app = HttpApp.layer({
    trustedProxies,
    rateLimits,
    listensOn: host === "localhost" || isLoopbackAddress(host) ? "loopback" : "elsewhere",
    limits: file.rateLimits,
    requestLog: file.requestLog,
    explorers: file.explorers,
    signatureOrigins,
    docs,
    console: "on",
    workers: role === "http" ? "elsewhere" : "here",
    ...(metricsToken === undefined ? {} : { metricsToken }),
    ...(metrics === undefined ? {} : { processes: metrics })
  })
  const served = Layer.provide(withConsole(configuration), app)
  const server = NodeServer.layer({
    ...{ port, host, trustedProxies, processes },
    shutdownMillis: finishMillis
  }).pipe(Layer.provideMerge(served))
  return Layer.buildWithScope(server, scope).pipe(
    Effect.map((context) => ({
      url: Context.get(context, NodeServer).url,
      metrics: Context.get(context, HttpApp).metrics
    })),
    Effect.catchTag("ServerStartFailed", ({ message }) =>
      Effect.fail(new StartRefused({ message: `PORT, HOST: ${message}.` }))
    )
  )
}

/** Work of a predecessor that crashed is taken up at once, not when its leases end. */
const startWork = Effect.gen(function* () {
  const queue = yield* WorkQueue
  const worker = yield* Worker
  yield* queue.releaseLeases(isGoneOwner)
  yield* Effect.forkScoped(worker.run)
  yield* Effect.forkScoped(pruneForever)
})

/** Processes share the folders of accounts. */
const startWatch = ({ settings, statements }: ServeConfiguration) => {
  if (statements === undefined) return Effect.void
  const folders = settings.banks.map(({ name }) => statementFolderOf(statements, name))
  return folders.length === 0
    ? Effect.logWarning("QUITTANCE_STATEMENTS is set, and the configuration has no account under banks")
    : Effect.forkScoped(watchStatements(folders))
}

const pruneForever = Effect.gen(function* () {
  const guard = yield* Guard
  const refusedRequests = yield* RefusedRequests
  // A clock that was set ahead must not make it forget what can still be sent again.
  const steadyTime = yield* makeSteadyTime
  const signatures = Effect.flatMap(steadyTime, (now) => guard.prune(now, pruneStep))
  const refused = Effect.flatMap(steadyTime, (now) =>
    refusedRequests.prune(now - refusedRequestsKeptMillis, refusedRequestsMax, pruneStep)
  )
  return yield* Effect.all(
    [
      pruning("expired signatures", signatures, pruneIntervalMillis),
      pruning("old refused requests", refused, refusedIntervalMillis)
    ],
    { concurrency: "unbounded" }
  )
})

/** Prunes step by step until nothing is left, again and again. */
const pruning = Effect.fnUntraced(function* (
  what: string,
  step: Effect.Effect<number, StoreUnavailable>,
  intervalMillis: number
) {
  const condition = yield* StoreHealth
  const prune = Effect.gen(function* () {
    let forgotten = pruneStep
    while (forgotten >= pruneStep) forgotten = yield* step
  })
  const logged = prune.pipe(
    Effect.catchTag("StoreUnavailable", ({ reason }) =>
      Effect.flatMap(condition, ({ _tag }) =>
        // A store that is not sound has said so.
        _tag === "sound"
          ? Effect.logWarning(`${what} were not pruned, because the store does not answer: ${reason}`)
          : Effect.void
      )
    ),
    Effect.catchCause((cause) => Effect.logWarning(`${what} were not pruned`, cause))
  )
  return yield* Effect.forever(Effect.andThen(logged, Effect.sleep(intervalMillis)))
})
