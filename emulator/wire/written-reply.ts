import { type WriteDone, withoutItem } from "../api/presenters/items/item-writes.ts"
import { type JsonParts, jsonText } from "../presenters/json-pieces.ts"
import type { JsonText } from "../presenters/json-text.ts"
import { MAX_ANSWER_BYTES } from "./answer-room.ts"
import { partsReply, type Reply } from "./reply.ts"

/** The answer of a write: its item is left out where it is too long, as the write is done and can't be refused any more. */
export const writtenReply = <W extends WriteDone>(written: W, present: (written: W) => JsonText | JsonParts): Reply =>
  partsReply(present(written), {
    most: MAX_ANSWER_BYTES,
    beyond: () => jsonText(present(withoutItem(written))),
  })
