import { depositAddressesSuite, payoutProcessorSuite, vaultSuite } from "@quittance/testing"
import { chain, chainHarness, processor, processorHarness, vault } from "./SandboxHarness.ts"

/** The providers that come with the core keep the laws of their ports. */

vaultSuite("AES-256-GCM", vault("a"), vault("b"))
payoutProcessorSuite("sandbox, at once", processor, processorHarness(""))
payoutProcessorSuite("sandbox, later", processor, processorHarness("sandbox:slow"))
depositAddressesSuite("sandbox", chain, chainHarness)
