/** What `QUITTANCE_PROVIDERS` names: an address source of one's own, which tells the server what it sees. */
import type { ProviderFactory } from "quittance"
import { network } from "./PretendNetwork.ts"

const makeProviders: ProviderFactory = (quittance) => {
  // A command such as `quittance deposits rescan` reads for itself and is over soon.
  if (quittance.role !== "command") {
    network.onTransfer((address) => {
      quittance
        .refreshDeposits("polygon", address)
        .then(() => quittance.log("info", "a transfer was told", { address }))
        // Nothing is lost by it: the address is read at the next poll too.
        .catch((error) =>
          quittance.log("warn", "a transfer could not be told", { address, why: error.message })
        )
    })
  }
  return {
    depositAddresses: {
      derive: async (_network, salt) => network.addressOf(salt),
      transfers: async (_network, address) => network.transfersTo(address)
    }
  }
}

export default makeProviders
