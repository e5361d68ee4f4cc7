import { makeConsoleHandlerWith } from "@quittance/adapters-signin"
import { Effect } from "effect"
import { makeConsoleRoutes } from "./frame/consoleRoutes.ts"

/** Answers requests below `/console`: all screens, and what people sign in with. */
export const makeConsole = Effect.flatMap(makeConsoleRoutes, ({ refusalPage, routes }) =>
  makeConsoleHandlerWith(routes, refusalPage)
)
