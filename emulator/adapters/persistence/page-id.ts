import { createHash } from "node:crypto"
import { type BlobRow, type Page, StoreTrouble } from "../../../src/ports/index.ts"

/** Length of a page ID in base64url characters: 132 bits, enough for IDs to be unique. */
const LENGTH = 22

const digestOf = (body: string): string => createHash("sha256").update(body).digest("base64url")

/** Derives the ID of a page (a node of a stored state's tree) from its content. All stores derive the same IDs. */
export const pageIdOf = (body: string): string => digestOf(body).slice(0, LENGTH)

export function requireSound({ id, body }: Page): void {
  if (id.length < LENGTH || !digestOf(body).startsWith(id))
    throw new StoreTrouble("other", `the store is damaged: the page ${id} does not match its ID`)
}

export function requireSoundBytes({ sha256, bytes }: BlobRow): void {
  if (createHash("sha256").update(bytes).digest("hex") !== sha256)
    throw new StoreTrouble("other", `the store is damaged: the content of file ${sha256} does not match its digest`)
}
