/** A file part of a multipart body. */
export interface FilePart {
  readonly name: string
  readonly filename: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** A multipart/form-data body: text parts by name (the last of a name counts), files in order. */
export interface Form {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly FilePart[]
}
