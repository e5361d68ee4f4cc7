import { hostname } from "node:os"
import { Context, Effect, Layer, Tracer } from "effect"
import type { ServeConfiguration } from "../configuration/ServeConfiguration.ts"
import { makeSpanExport } from "./SpanExport.ts"
import { makeSpanTracer } from "./SpanTracer.ts"

/** The tracer of a server that exports traces; nothing at all if no collector is configured. */
export const tracesLayer = ({ mode, role, traces }: ServeConfiguration): Layer.Layer<never> =>
  traces === undefined
    ? Layer.empty
    : Layer.effectContext(
        Effect.gen(function* () {
          const push = yield* makeSpanExport(traces, {
            "service.name": "quittance",
            "service.instance.id": `${hostname()}:${process.pid}`,
            "quittance.mode": mode,
            "quittance.role": role
          })
          const tracer = yield* makeSpanTracer({ ratio: traces.ratio, push })
          return Context.make(Tracer.Tracer, tracer)
        })
      )
