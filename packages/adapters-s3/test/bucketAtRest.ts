import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3"
import { S3BlobStore } from "@quittance/adapters-s3"
import { AesGcmVault } from "@quittance/core"
import type { BlobFolder, BlobStore } from "@quittance/core/adapter"
import type { BlobsAtRest } from "@quittance/testing"
import { Effect, Layer } from "effect"
import { clientOf, region, type S3Server } from "./server/S3Server.ts"

/** Stores under one master key or another, and how their objects are got at. */

export const vaultWith = (keyByte = "a") => AesGcmVault.layer(btoa(keyByte.repeat(32)))

export const impatient = { requestMillis: 400, totalMillis: 1_000, pauseMillis: 20 }

export const storeIn = (
  { endpoint }: Pick<S3Server, "endpoint">,
  bucket: string,
  keyByte = "a"
): Layer.Layer<BlobStore, unknown> =>
  S3BlobStore.layer({ bucket, prefix: "kyc/test", region, endpoint }).pipe(Layer.provide(vaultWith(keyByte)))

export const nameOf = ({ ownerId, partnerId }: BlobFolder, id: string): string =>
  `kyc/test/${partnerId}/${ownerId}/${id}.blob`

/** The objects of a bucket, seen by another client. */
export const objectsIn = ({ endpoint }: Pick<S3Server, "endpoint">, Bucket: string) => {
  const client = clientOf(endpoint)
  const names = async (): Promise<ReadonlyArray<string>> => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
    return Contents.flatMap(({ Key }) => Key ?? [])
  }
  const read = async (Key: string): Promise<Uint8Array> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
    return (await Body?.transformToByteArray()) ?? new Uint8Array()
  }
  const write = async (Key: string, Body: Uint8Array): Promise<void> => {
    await client.send(new PutObjectCommand({ Bucket, Key, Body }))
  }
  return { client, names, read, write }
}

export const blobsAtRest = (server: S3Server, bucket: string): BlobsAtRest<never> => {
  const { names, read, write } = objectsIn(server, bucket)
  return {
    read: (folder, id) => Effect.promise(() => read(nameOf(folder, id))),
    write: (folder, id, bytes) => Effect.promise(() => write(nameOf(folder, id), bytes)),
    everything: Effect.promise(async () => Promise.all((await names()).map(read)))
  }
}
