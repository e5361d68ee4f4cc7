import type { FiatCurrency } from "../money/Currency.ts"
import { noFee } from "../money/Fee.ts"
import { networksSetting } from "../network/networkSettings.ts"
import type { Mode } from "../setting/Mode.ts"
import {
  mailRetryPolicy,
  payoutRetryPolicy,
  type RetryPolicy,
  webhookRetryPolicy,
  webhookSandboxRetryPolicy
} from "../work/RetryPolicy.ts"
import { fee } from "../setting/feeSetting.ts"
import { publicUrlSetting } from "../setting/publicUrl.ts"
import { group, optional, programOnly } from "../setting/Setting.ts"
import {
  amount,
  choice,
  count,
  duration,
  durations,
  flag,
  durationWords,
  optionalDuration,
  ports,
  ratio,
  text
} from "../setting/settingKinds.ts"

const retryPolicy = ({ delaysMillis, jitterRatio }: RetryPolicy, description: string) =>
  group(
    {
      delaysMillis: durations(
        delaysMillis.map(durationWords),
        "The wait before each attempt; there are as many attempts as waits."
      ),
      jitterRatio: ratio(jitterRatio, "Each wait is spread by ± this part of it.", 0, 0.9)
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
  pollMillisMin: duration("5s", `The least time between two questions how ${what} stands.`, "100ms", "1d"),
  pollMillisMax: duration(
    "15m",
    `The most time between them; in between, a quarter of its age.`,
    "100ms",
    "1d"
  )
})

const ownerFault = (owner: string): string | undefined =>
  /^[\x21-\x7e]{1,200}$/.test(owner)
    ? undefined
    : "must be 1 to 200 printable ASCII characters without spaces"

/** Everything that a deployment of the mode may decide, each thing declared here and nowhere else. */
export const settingFields = (mode: Mode) => {
  const isLive = mode === "live"
  return {
    mode: choice(["sandbox", "live"], mode, "What the deployment is, for good: sandbox or live."),
    networks: networksSetting(mode),
    invoiceFee: fee(isLive ? noFee : { ...noFee, basisPoints: 100 }),
    feePayer: choice(
      ["merchant", "payer"],
      "merchant",
      "Who bears the invoice fee: the merchant gets less, or the payer sends more."
    ),
    invoice: group(
      {
        expiresInMinutesMin: count(5, "The shortest life of a crypto invoice.", 1, 525_600),
        expiresInMinutesDefault: count(60, "Its life where the request names none.", 1, 525_600),
        expiresInMinutesMax: count(1440, "The longest life.", 1, 525_600),
        watchMillis: duration("7d", "How long after its expiry late money can still complete it.", "0s"),
        pollMillis: duration(
          "1m",
          "How often the network is asked about an address whose money is awaited.",
          "1s",
          "1d"
        ),
        latePollMillis: duration(
          "1h",
          "How often it is asked about one that only might get more.",
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
        retryPolicy: retryPolicy(payoutRetryPolicy, "When the processing side is asked."),
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
          "What happens when the retries are spent and nothing is proven. fail is for sandboxes only."
        )
      },
      { description: "Payouts." }
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
        lifeMillisMin: duration("5m", "The soonest that an invoice may expire.", "1s"),
        lifeMillisDefault: duration("1d", "Its life where the request names none.", "1s"),
        lifeMillisMax: duration("90d", "The latest that it may expire.", "1s")
      },
      {
        description: "Fiat invoices.",
        ascending: [["lifeMillisMin", "lifeMillisDefault", "lifeMillisMax"]]
      }
    ),
    invoiceRetentionMillis: optionalDuration(
      "How long what is personal in an invoice, fiat or crypto, is kept after its end; unset, until it is redacted.",
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
        attemptMax: count(3, "The check that refuses for the last time.", 1, 100),
        callTimeoutMillis: callTimeout("the checker"),
        ...poll("a check"),
        silenceMillisMax: duration(
          "1h",
          "How long a checker may be silent before a human is told.",
          "1s",
          "30d"
        ),
        resultMillis: duration(
          "1h",
          "How long the verification page shows how a session ended.",
          "1s",
          "30d"
        ),
        sweepMillis: duration(
          "1h",
          "How long after a session's end what is no part of it is swept.",
          "1s",
          "30d"
        ),
        retentionMillis: optionalDuration(
          "How long an ended session keeps its documents and personal data; unset, until it is redacted.",
          "1d"
        ),
        picture: group(
          {
            shortSideMin: count(480, "The least pixels of the shorter side.", 1, 10_000),
            sharpnessMin: ratio(20, "The least sharpness.", 0, 100_000),
            brightnessMin: ratio(30, "The least brightness, of 255.", 0, 255)
          },
          { description: "What a picture must be like before anybody is asked about it." }
        )
      },
      { description: "Identity verification.", ascending: [["pollMillisMin", "pollMillisMax"]] }
    ),
    mail: group(
      {
        retryPolicy: retryPolicy(mailRetryPolicy, "When an e-mail is handed over."),
        sendTimeoutMillis: duration("20s", "How long a mailer may take for one.", "100ms", "10m"),
        locale: choice(["en", "ru", "kz"], "en", "The language of e-mails.")
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
          "How long one attempt may take; transports end it earlier by themselves.",
          "100ms",
          "10m"
        ),
        failingMillisMax: duration(
          "5d",
          "An endpoint whose attempts all fail for so long is disabled.",
          "1m"
        ),
        secretOverlapMillis: duration(
          "1d",
          "How long a secret that was rotated signs beside the new one.",
          "0s",
          "30d"
        ),
        endpointsMax: count(
          16,
          "How many fiat webhooks a partner may register. Who has more keeps them.",
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
          "Deliveries of a partner that may wait; its endpoints have an even share.",
          1,
          100_000_000
        ),
        retentionMillis: duration("30d", "How long events and their delivery log are kept.", "1d"),
        allowPrivate: flag(
          false,
          "Whether loopback addresses and http may be called: for development only, never in live mode.",
          isLive ? "must be false in live mode" : undefined
        ),
        ports: ports("Ports that may be called beside 443 and 8443.")
      },
      { description: "Webhooks." }
    ),
    publicUrl: publicUrlSetting,
    /**
     * Names this process on the leases it takes, so that a successor can tell which leases are of a process that is gone.
     * Unique among running processes. Default: random.
     */
    workerOwner: programOnly(optional(text("worker", "", ownerFault)))
  }
}
