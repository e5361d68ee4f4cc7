export * as FileBlobStore from "./FileBlobStore.ts"
