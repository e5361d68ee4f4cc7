import {
  actingAs,
  approvalsOf,
  PayoutApprovals,
  payoutList,
  payoutStatus,
  type RecordedPayout,
  Rosters
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { listed } from "../../store/listed.ts"
import type { Act, Part } from "../Part.ts"
import type { Run } from "../Run.ts"
import type { ApprovalLaws } from "./ApprovalLaws.ts"

/** The people of every partner; not all of them are members all the time. */
export const people = ["anna", "ben", "cleo", "dora"] as const

/** The longest that anybody waits for approvals. */
const life = 72 * 3_600 * 1_000

type Decision = "approve" | "decline" | "withdraw"

/** Most of what people do; the others end the wait. */
const approvingRatio = 0.85

/** Who has no say, or comes too late; both are right answers wherever the laws find nothing wrong. */
const refusals = ["ApprovalRefused", "InvalidState", "StoreOnHold", "NotFound"]

/** People approve, decline and withdraw payouts, and operators change who they are and what needs them. */
export const approvalPart =
  (laws: ApprovalLaws) =>
  (run: Run): Part => {
    const { chance, outside, world } = run
    outside.processor.onSubmit = (request) => {
      for (const law of laws.brokenBySending(request, world.clock)) run.say(law)
    }
    let isBegun = false

    const open = async (partnerId: string): Promise<ReadonlyArray<RecordedPayout>> => {
      const { items } = await run.look(listed(payoutList, { partnerId }))
      const found = items.filter(
        (payout) => payoutStatus(payout) === "PENDING" && Option.isSome(payout.order.approval)
      )
      const awaiting = found.filter(({ _tag }) => _tag === "awaiting")
      return awaiting.length > 0 && chance.happens(0.8) ? awaiting : found
    }

    const decide = ({ order: { id, partnerId } }: RecordedPayout, decision: Decision, user: string): Act => ({
      name: `${user} ${decision}s ${id}`,
      effect: Effect.flatMap(PayoutApprovals, (approvals) =>
        actingAs(
          `user:${user}`,
          Effect.map(approvals[decision](partnerId, id), (payout) =>
            payout._tag === "awaiting" ? `awaiting ${approvalsOf(payout).length}` : payout._tag
          )
        )
      ),
      refusals
    })

    const changeRoster = (
      partnerId: string,
      name: string,
      change: (rosters: Rosters["Service"]) => Changed
    ): Act => ({
      name,
      effect: Effect.flatMap(Rosters, (rosters) =>
        actingAs("operator:sim", Effect.as(change(rosters), `changed for ${partnerId}`))
      ),
      refusals: ["RosterRefused"]
    })

    const addMember = (partnerId: string, user: string) =>
      changeRoster(partnerId, `add ${user}`, (rosters) =>
        rosters.addMember(partnerId, { user, role: chance.oneOf(["finance", "finance", "owner"]) })
      )

    const setTiers = (partnerId: string): Act => {
      const tiers = chance.oneOf<ReadonlyArray<{ readonly from: number; readonly approvers: number }>>([
        [],
        [{ from: 0, approvers: 1 }],
        [{ from: 1, approvers: 2 }],
        [{ from: 1, approvers: 2 }],
        [
          { from: 1, approvers: 1 },
          { from: 10, approvers: 2 }
        ]
      ])
      return changeRoster(partnerId, `rules ${JSON.stringify(tiers)}`, (rosters) =>
        rosters.setTiers(partnerId, { tiers })
      )
    }

    const rosterAct = (): Act => {
      const { partnerId } = run
      const user = chance.oneOf(people)
      const choice = chance.below(6)
      if (choice < 2)
        return changeRoster(partnerId, `remove ${user}`, (rosters) =>
          rosters.removeMember(partnerId, { user })
        )
      if (choice < 4) return addMember(partnerId, user)
      if (choice < 5) return setTiers(partnerId)
      const addressBook = chance.oneOf(["on", "off"])
      return changeRoster(partnerId, `address book ${addressBook}`, (rosters) =>
        rosters.setAddressBook(partnerId, { addressBook })
      )
    }

    return {
      name: "approvals",
      weight: 45,
      continues: 0.5,
      happens: async () => {
        if (!isBegun) {
          isBegun = true
          for (const partnerId of run.partnerIds) {
            for (const user of people) await run.step([addMember(partnerId, user)])
            await run.step([setTiers(partnerId)])
          }
        }
      },
      acts: () => {
        const { partnerId } = run
        return [
          [
            8,
            async () => {
              const payout = chance.oneOfAny(await open(partnerId))
              const decision = chance.happens(approvingRatio)
                ? "approve"
                : chance.oneOf(["decline", "withdraw"])
              return payout && decide(payout, decision, chance.oneOf([...people, "zoe"]))
            }
          ],
          [2, rosterAct],
          // Somebody approves and is removed at once.
          [
            2,
            async () => {
              const payout = chance.oneOfAny(await open(partnerId))
              if (payout === undefined) return undefined
              const user = chance.oneOf(people)
              const removal = changeRoster(partnerId, `remove ${user}`, (rosters) =>
                rosters.removeMember(partnerId, { user })
              )
              return [decide(payout, "approve", user), removal]
            }
          ],
          // The last moments of the time for approvals.
          [
            1,
            async () => {
              const payout = chance.oneOfAny(await open(partnerId))
              if (payout === undefined) return undefined
              const end = payout.order.createdAt + life
              world.now = Math.max(world.now, end - chance.oneOf([0, 1, 5_000]))
              world.note("clock", "reaches the end of a time for approvals")
              return decide(payout, "approve", chance.oneOf(people))
            }
          ]
        ]
      },
      brokenBy: (commit) => laws.brokenBy(commit),
      storeWasPutBack: () => laws.storeWasPutBack(),
      settle: {
        // Some of what waits is approved by all, and the time of the rest ends.
        calm: async () => {
          for (const partnerId of run.partnerIds)
            for (const payout of await open(partnerId))
              if (payout._tag === "awaiting" && chance.happens(0.5))
                for (const user of people) await run.step([decide(payout, "approve", user)])
          world.now += life
        }
      }
    }
  }

type Changed = Effect.Effect<unknown, unknown>
