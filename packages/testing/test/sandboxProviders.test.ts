import {
  bankRailSuite,
  depositAddressesSuite,
  mailerSuite,
  payoutProcessorSuite,
  transferRailSuite,
  vaultSuite
} from "@quittance/testing"
import {
  bank,
  bankHarness,
  chain,
  chainHarness,
  mail,
  mailHarness,
  processor,
  processorHarness,
  transferHarness,
  transfers,
  vault
} from "./SandboxHarness.ts"

/** The providers that come with the core keep the laws of their ports. */

vaultSuite("AES-256-GCM", vault("a"), vault("b"))
payoutProcessorSuite("sandbox, at once", processor, processorHarness(""))
payoutProcessorSuite("sandbox, later", processor, processorHarness("sandbox:slow"))
depositAddressesSuite("sandbox", chain, chainHarness)
bankRailSuite("sandbox", bank, bankHarness)
transferRailSuite("sandbox", transfers, transferHarness)
mailerSuite("sandbox", mail, mailHarness)
