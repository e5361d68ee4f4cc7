export { FileBlobStoreRefused } from "./documentsDirectory.ts"
export * as FileBlobStore from "./FileBlobStore.ts"
