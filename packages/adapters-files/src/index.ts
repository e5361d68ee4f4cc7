export * as FileBlobStore from "./FileBlobStore.ts"
export { FileBlobStoreRefused } from "./documentsDirectory.ts"
