import { assert, describe } from "@effect/vitest"
import { MemoryStore, Partners, Worker } from "@quittance/core"
import {
  actingAs,
  emptyRoster,
  type InvitationRequest,
  Invitations,
  MemoryState,
  millisPerDay,
  Store,
  StoreUnavailable,
  StateReader,
  Users,
  user as users
} from "@quittance/core/adapter"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { anotherProcess, Memory, start, test, testIn } from "./Deployment.ts"
