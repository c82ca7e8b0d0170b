/** A file that a command uploaded. */
export interface ModelFile {
  readonly id: string
  readonly text: string
  readonly uploader: string
  readonly madeMs: number
  /** Datastore, field and item that it is for; null where it was uploaded for none. */
  place: FilePlace | null
  /** Whether an item names it. */
  isAttached: boolean
  isDeleted: boolean
}

/** A field of an item, by IDs. */
export interface FilePlace {
  readonly dId: string
  readonly fId: string
  readonly iId: string
}

/** A script whose effect the model knows: it ends with a value or with an error. */
export interface KitScript {
  readonly code: string
  readonly outcome: { readonly value: unknown } | { readonly error: string }
}

/** An application as it was when it was saved, and as a copy is to be. */
export interface KeptTemplate {
  readonly id: string
  readonly name: string
  /** Its settings, without its items, its name and whatever is another's. */
  readonly settings: string
  /** What the saver saw: by the datastore's display ID, values in a line each. */
  readonly items: Readonly<Record<string, readonly string[]>>
  /** By `DATASTORE/ACTION:phase`. */
  readonly scripts: ReadonlyMap<string, KitScript>
}
