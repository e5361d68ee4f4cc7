import { localeSetting } from "../../kernel/input/Locale.ts"
import type { FiatCurrency } from "../../kernel/money/Currency.ts"
import { FeePayer, noFee } from "../../kernel/money/Fee.ts"
import { consoleUrlSetting } from "../../kernel/setting/consoleUrl.ts"
import { fee } from "../../kernel/setting/feeSetting.ts"
import { Mode } from "../../kernel/setting/Mode.ts"
import { publicUrlSetting } from "../../kernel/setting/publicUrl.ts"
import { group, optional, programOnly } from "../../kernel/setting/Setting.ts"
import {
  amount,
  choice,
  count,
  duration,
  durations,
  durationWords,
  flag,
  optionalDuration,
  ports,
  ratio,
  text
} from "../../kernel/setting/settingKinds.ts"
import {
  mailRetryPolicy,
  payoutRetryPolicy,
  type RetryPolicy,
  webhookRetryPolicy,
  webhookSandboxRetryPolicy
} from "../../kernel/work/RetryPolicy.ts"
import { bankAccountsSetting } from "../bankAccount/bankAccountSettings.ts"
import { networksSetting } from "../network/networkSettings.ts"

const retryPolicy = ({ delaysMillis, jitterRatio }: RetryPolicy, description: string) =>
  group(
    {
      delaysMillis: durations(
        delaysMillis.map(durationWords),
        "The delay before each attempt; there are as many attempts as delays."
      ),
      jitterRatio: ratio(jitterRatio, "Random variation of each delay, as a fraction of it.", 0, 0.9)
    },
    { description }
  )

const bounds = <C extends FiatCurrency>(currency: C, minMinor: bigint, maxMinor: bigint) =>
  group(
    {
      minMinor: amount(currency, minMinor, `The smallest invoice in ${currency}.`),
      maxMinor: amount(currency, maxMinor, `The largest invoice in ${currency}.`)
    },
    { ascending: [["minMinor", "maxMinor"]] }
  )

const callTimeout = (whom: string, standard = "15s") =>
  duration(
    standard,
    `How long one call to ${whom} may take before its answer counts as lost.`,
    "100ms",
    "10m"
  )

const poll = (what: string) => ({
  pollMillisMin: duration("5s", `The shortest time between two polls of ${what}.`, "100ms", "1d"),
  pollMillisMax: duration(
    "15m",
    `The longest time between polls; in between, a quarter of its age.`,
    "100ms",
    "1d"
  )
})

const ownerFault = (owner: string): string | undefined =>
  /^[\x21-\x7e]{1,200}$/.test(owner)
    ? undefined
    : "must be 1 to 200 printable ASCII characters without spaces"

/** All settings of a deployment in this mode, each declared only here. */
export const settingFields = (mode: Mode) => {
  const isLive = mode === "live"
  return {
    mode: choice(Mode.literals, mode, "The mode of the deployment, which never changes: sandbox or live."),
    networks: networksSetting(mode),
    banks: bankAccountsSetting,
    invoiceFee: fee(isLive ? noFee : { ...noFee, basisPoints: 100 }),
    feePayer: choice(
      FeePayer.literals,
      "merchant",
      "Who pays the invoice fee: the merchant gets less, or the payer sends more."
    ),
    invoice: group(
      {
        expiresInMinutesMin: count(5, "The shortest lifetime of a crypto invoice, in minutes.", 1, 525_600),
        expiresInMinutesDefault: count(60, "The lifetime if the request gives none.", 1, 525_600),
        expiresInMinutesMax: count(1440, "The longest lifetime, in minutes.", 1, 525_600),
        watchMillis: duration("7d", "How long after its expiry late money can still complete it.", "0s"),
        pollMillis: duration(
          "1m",
          "How often the network is polled for an address that waits for money.",
          "1s",
          "1d"
        ),
        latePollMillis: duration(
          "1h",
          "How often it is polled for an address that may still get more money.",
          "1s",
          "30d"
        )
      },
      {
        description: "Crypto invoices.",
        ascending: [["expiresInMinutesMin", "expiresInMinutesDefault", "expiresInMinutesMax"]]
      }
    ),
    payout: group(
      {
        retryPolicy: retryPolicy(payoutRetryPolicy, "When the processing side is called."),
        callTimeoutMillis: callTimeout("the processing side"),
        reconcileMillis: duration(
          "1h",
          "How often a payout is looked up after its retries are spent.",
          "1s",
          "30d"
        ),
        onUnknown: choice(
          isLive ? ["hold"] : ["hold", "fail"],
          "hold",
          "What happens when the retries are used up and the outcome is unproven. fail is for sandboxes only."
        )
      },
      { description: "Payouts." }
    ),
    approvals: group(
      {
        holdMillis: duration(
          "1d",
          "How long after the second person agreed a loosened rule, a new address of the book or a new approver holds.",
          "0s",
          "30d"
        ),
        lifeMillis: duration(
          "72h",
          "How long a payout waits for its approvals before it is declined.",
          "1m",
          "30d"
        )
      },
      { description: "Approvals of payouts." }
    ),
    fiatInvoice: group(
      {
        bounds: group(
          {
            USD: bounds("USD", 50n, 5_000_000n),
            EUR: bounds("EUR", 50n, 5_000_000n),
            RUB: bounds("RUB", 1_000n, 100_000_000n),
            KZT: bounds("KZT", 10_000n, 2_500_000_000n)
          },
          { description: "Inclusive bounds of an amount." }
        ),
        lifeMillisMin: duration("5m", "The shortest time until an invoice expires.", "1s"),
        lifeMillisDefault: duration("1d", "The lifetime if the request gives none.", "1s"),
        lifeMillisMax: duration("90d", "The longest time until it expires.", "1s")
      },
      {
        description: "Fiat invoices.",
        ascending: [["lifeMillisMin", "lifeMillisDefault", "lifeMillisMax"]]
      }
    ),
    invoiceRetentionMillis: optionalDuration(
      "How long the personal data of a fiat or crypto invoice, and of bank transfers that are for none, is kept after its end; if unset, until it is redacted.",
      "1d"
    ),
    bankPayment: group(
      {
        callTimeoutMillis: callTimeout("the rail"),
        ...poll("a payment"),
        paymentsPerInvoiceMax: count(10, "How many payments a customer may begin for one invoice.", 1, 1_000)
      },
      { description: "Payments through a bank.", ascending: [["pollMillisMin", "pollMillisMax"]] }
    ),
    kyc: group(
      {
        lifeMillis: duration("1d", "How long a session is open.", "1s", "365d"),
        attemptMax: count(3, "How many refusals end a session.", 1, 100),
        callTimeoutMillis: callTimeout("the checker"),
        ...poll("a check"),
        silenceMillisMax: duration(
          "1h",
          "How long a checker may be silent before an alert is raised.",
          "1s",
          "30d"
        ),
        resultMillis: duration(
          "1h",
          "How long the verification page shows the result of a session.",
          "1s",
          "30d"
        ),
        sweepMillis: duration(
          "1h",
          "How long after a session's end its leftover documents are deleted.",
          "1s",
          "30d"
        ),
        retentionMillis: optionalDuration(
          "How long an ended session keeps its documents and personal data; if unset, until it is redacted.",
          "1d"
        ),
        picture: group(
          {
            shortSideMin: count(480, "The minimum number of pixels on the shorter side.", 1, 10_000),
            sharpnessMin: ratio(20, "The minimum sharpness.", 0, 100_000),
            brightnessMin: ratio(30, "The minimum brightness, from 0 to 255.", 0, 255)
          },
          { description: "Requirements for a picture, checked before the checker is asked." }
        )
      },
      { description: "Identity verification.", ascending: [["pollMillisMin", "pollMillisMax"]] }
    ),
    mail: group(
      {
        retryPolicy: retryPolicy(mailRetryPolicy, "When sending an e-mail is attempted."),
        sendTimeoutMillis: duration("20s", "How long a mailer may take for one e-mail.", "100ms", "10m"),
        locale: localeSetting("en", "The language of e-mails, as a language tag."),
        receipts: flag(
          true,
          "Whether the receipt of a paid invoice is mailed to its customer, if the address is known."
        )
      },
      { description: "E-mails." }
    ),
    webhook: group(
      {
        retryPolicy: retryPolicy(
          isLive ? webhookRetryPolicy : webhookSandboxRetryPolicy,
          "When a delivery is attempted."
        ),
        callTimeoutMillis: duration(
          "20s",
          "How long one attempt may take; a transport may end it earlier.",
          "100ms",
          "10m"
        ),
        failingMillisMax: duration(
          "5d",
          "An endpoint is disabled after all its attempts have failed for this long.",
          "1m"
        ),
        secretOverlapMillis: duration(
          "1d",
          "How long a rotated secret keeps signing beside the new one.",
          "0s",
          "30d"
        ),
        endpointsMax: count(
          16,
          "How many fiat webhooks a partner may register. A partner that has more keeps them.",
          1,
          10_000
        ),
        endpointConcurrency: count(512, "Endpoints served at once.", 1, 10_000),
        attemptConcurrency: count(
          32,
          "Attempts to one endpoint at once; one that is failing gets one at a time.",
          1,
          1_000
        ),
        hostConcurrency: count(64, "Calls to one host at once, of all endpoints of all partners.", 1, 10_000),
        backlogMax: count(
          50_000,
          "How many deliveries of a partner may wait; its endpoints have even shares.",
          1,
          100_000_000
        ),
        retentionMillis: duration("30d", "How long events and their delivery log are kept.", "1d"),
        allowPrivate: flag(
          false,
          "Whether loopback addresses and http may be called: for development only, never in live mode.",
          isLive ? "must be false in live mode" : undefined
        ),
        ports: ports("Ports that may be called in addition to 443 and 8443.")
      },
      { description: "Webhooks." }
    ),
    health: group(
      {
        waitMillisMax: duration(
          "30s",
          "How long payouts, deposits or deliveries may wait for money, gas, a limit, a node or a receiver before /readyz is degraded.",
          "1s",
          "30d"
        )
      },
      { description: "Readiness." }
    ),
    publicUrl: publicUrlSetting,
    consoleUrl: consoleUrlSetting,
    /**
     * Names this process on the leases it takes, so that a successor recognises the leases of dead processes.
     * Unique among running processes. Default: random.
     */
    workerOwner: programOnly(optional(text("worker", "", ownerFault)))
  }
}
