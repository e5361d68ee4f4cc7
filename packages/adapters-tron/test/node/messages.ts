import type { Block, Mined } from "./Block.ts"
import { bare, base58, type Hex, hex41, hexOf } from "./bytes.ts"
import type { Outcome } from "./execution.ts"
import { type Contract, createdAddress, type Transaction } from "./transaction.ts"

/** A message as `JsonFormat` prints it: what is zero, false or empty is left out, as if it had never been set. */
export const printed = (message: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(message).flatMap(([name, value]) => {
      if (value === undefined || value === false || value === "" || value === 0 || value === 0n) return []
      if (Array.isArray(value) && value.length === 0) return []
      return [[name, typeof value === "bigint" ? Number(value) : value]]
    })
  )

export const textHex = (text: string): string => Buffer.from(text).toString("hex")

export const shown = (address: Hex, isVisible: boolean): string =>
  isVisible ? base58(address) : hex41(address)

const contractValue = (contract: Contract, isVisible: boolean): Record<string, unknown> => {
  const owner_address = shown(contract.owner, isVisible)
  switch (contract.type) {
    case "TransferContract":
      return printed({ owner_address, to_address: shown(contract.to, isVisible), amount: contract.amount })
    case "TriggerSmartContract":
      return printed({
        ...{ owner_address, contract_address: shown(contract.contract, isVisible) },
        ...{ call_value: contract.callValue, data: bare(contract.data) }
      })
    case "CreateSmartContract":
      return {
        owner_address,
        new_contract: printed({
          ...{ origin_address: shown(contract.origin, isVisible), bytecode: bare(contract.bytecode) },
          ...{ call_value: contract.callValue, consume_user_resource_percent: contract.percent },
          ...{ name: contract.name, origin_energy_limit: contract.originEnergyLimit }
        })
      }
  }
}

/** `Util.printTransactionToJSON` */
export const shownTransaction = (
  transaction: Transaction,
  outcome: Outcome | undefined,
  isVisible: boolean
): Record<string, unknown> => {
  const { contract, id, raw } = transaction
  return {
    ...(outcome && { ret: [{ contractRet: outcome.result }] }),
    ...printed({ signature: transaction.signatures.map((each) => bare(hexOf(each))) }),
    txID: bare(id),
    ...(contract?.type === "CreateSmartContract" && {
      contract_address: hex41(createdAddress(id, contract.owner))
    }),
    raw_data: printed({
      contract: contract && [
        {
          parameter: {
            value: contractValue(contract, isVisible),
            type_url: `type.googleapis.com/protocol.${contract.type}`
          },
          type: contract.type,
          ...printed({ Permission_id: transaction.permissionId })
        }
      ],
      ...{
        ref_block_bytes: bare(hexOf(transaction.refBlockBytes)),
        ref_block_hash: bare(hexOf(transaction.refBlockHash))
      },
      ...{
        expiration: transaction.expiration,
        fee_limit: transaction.feeLimit,
        timestamp: transaction.timestamp
      },
      data: bare(hexOf(transaction.memo))
    }),
    raw_data_hex: bare(hexOf(raw))
  }
}

/** `Util.printBlockToJSON` */
export const shownBlock = (
  block: Block,
  mined: ReadonlyArray<Mined>,
  isVisible: boolean
): Record<string, unknown> => ({
  blockID: bare(block.id),
  block_header: {
    raw_data: printed({
      ...{
        number: block.number,
        txTrieRoot: bare(hexOf(block.txTrieRoot)),
        parentHash: bare(block.parentId)
      },
      ...{ witness_address: shown(block.witnessAddress, isVisible), version: 31, timestamp: block.timestamp }
    }),
    witness_signature: "00".repeat(65)
  },
  ...printed({
    transactions: mined.map(({ outcome, transaction }) => shownTransaction(transaction, outcome, isVisible))
  })
})

/** `TransactionUtil.buildTransactionInfoInstance` */
export const shownInfo = (
  { outcome, transaction }: Mined,
  block: Block,
  isVisible: boolean
): Record<string, unknown> => {
  const { contract, result } = outcome
  const isRun = transaction.contract?.type !== "TransferContract"
  return {
    ...printed({ id: bare(transaction.id), fee: outcome.fee, blockNumber: block.number }),
    blockTimeStamp: block.timestamp,
    contractResult: [bare(outcome.answer)],
    ...printed({ contract_address: contract && shown(contract, isVisible) }),
    receipt: printed({
      ...{
        energy_usage: outcome.energyUsage,
        energy_fee: outcome.energyFee,
        energy_usage_total: outcome.energyTotal
      },
      ...{ net_usage: outcome.netUsage, net_fee: outcome.netFee, result: isRun ? result : undefined },
      energy_penalty_total: outcome.energyPenalty
    }),
    ...printed({
      log: outcome.logs.map(({ address, data, topics }) => ({
        address: isVisible ? base58(address) : bare(address),
        topics: topics.map(bare),
        ...printed({ data: bare(data) })
      })),
      result: result === "SUCCESS" ? undefined : "FAILED",
      resMessage: textHex(outcome.message)
    })
  }
}
