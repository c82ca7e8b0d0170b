import { createHash } from "node:crypto"
import { type BlobRow, type Page, StoreTrouble } from "../../../src/ports/index.ts"

/** Number of base64url characters in an ID: 132 bits, enough for IDs to be unique. None of them needs escaping. */
const LENGTH = 22

const digestOf = (body: string): string => createHash("sha256").update(body).digest("base64url")

/** Derives a page's ID from its body. All stores derive the same IDs, so that pages can be copied between them. */
export const pageIdOf = (body: string): string => digestOf(body).slice(0, LENGTH)

export function requireSound({ id, body }: Page): void {
  if (id.length < LENGTH || !digestOf(body).startsWith(id))
    throw new StoreTrouble("other", `the store is damaged: the page ${id} does not match its ID`)
}

export function requireSoundBytes({ sha256, bytes }: BlobRow): void {
  if (createHash("sha256").update(bytes).digest("hex") !== sha256)
    throw new StoreTrouble("other", `the store is damaged: the content of file ${sha256} does not match its digest`)
}
