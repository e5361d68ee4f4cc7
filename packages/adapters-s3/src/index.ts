export * as S3BlobStore from "./S3BlobStore.ts"
export type { Patience } from "./Bucket.ts"
