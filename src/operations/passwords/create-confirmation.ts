import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { publicQuery } from "../../engine/index.ts"
import { bytes, optionalString } from "../../model/input/index.ts"
import { CONFIRMATION_ID_LENGTH } from "../../people/index.ts"

/**
 * Returns an ID in the form of a confirmation ID. The ID is not stored, so that nobody can use it in place of an ID that only a mail
 * contains. It depends on the request alone: an ID from the world's random stream would let the caller compute the IDs of later mails.
 * (api.md section 2.5)
 */
export const createConfirmation = publicQuery({
  name: "CreateConfirmation",
  summary: "Returns an ID in the form of a confirmation ID, without any effect",
  input: () => ({
    body: bytes().describe("The request's body").optional(),
    requestId: optionalString("Distinguishes requests with equal bodies"),
  }),
  execute: (_view, _engine, { body = new Uint8Array(), requestId = "" }) => {
    const first = sha256(concatBytes(sha256(body), utf8ToBytes(requestId)))
    return { confirmationId: bytesToHex(concatBytes(first, sha256(first))).slice(0, CONFIRMATION_ID_LENGTH) }
  },
})
