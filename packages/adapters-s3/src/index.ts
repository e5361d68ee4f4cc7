export type { Patience } from "./Bucket.ts"
export * as S3BlobStore from "./S3BlobStore.ts"
