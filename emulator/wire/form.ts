export interface FilePart {
  readonly name: string
  readonly filename: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** A multipart/form-data body. If several text parts have the same name, the last part wins. Files keep their order. */
export interface Form {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly FilePart[]
}
