import { createHash } from "node:crypto"
import { type BlobRow, type Page, StoreTrouble } from "../../../src/inside.ts"

/** 128 bits of it are enough for a name, in characters that need no escape. */
const LENGTH = 22

const digestOf = (body: string): string => createHash("sha256").update(body).digest("base64url")

/** The ID of a page by its body: the same in every engine, so that pages can move. */
export const pageIdOf = (body: string): string => digestOf(body).slice(0, LENGTH)

/** Refuses a page whose body is not the one that its ID was made of. */
export function requireSound({ id, body }: Page): void {
  if (id.length < LENGTH || !digestOf(body).startsWith(id))
    throw new StoreTrouble("other", `the store is damaged: the page ${id} is not what it was`)
}

/** Refuses the bytes of a file that are not those that their key was made of. */
export function requireSoundBytes({ sha256, bytes }: BlobRow): void {
  if (createHash("sha256").update(bytes).digest("hex") !== sha256)
    throw new StoreTrouble("other", `the store is damaged: the bytes of the file ${sha256} are not what they were`)
}
