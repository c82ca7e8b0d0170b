export { type RequestHeaders, wantsJson } from "./accept.ts"
export { type AnswerPlace, answerRoom, MAX_ANSWER_BYTES, Share } from "./answer-room.ts"
export { bearer, tokenIn } from "./authorization.ts"
export { fileReply } from "./file-reply.ts"
export type { FilePart, Form } from "./form.ts"
export { LongText } from "./long-text.ts"
export { nextTurn } from "./next-turn.ts"
export {
  type AnsweredContext,
  anyJsonReply,
  bytesReply,
  csvReply,
  emptyReply,
  JSON_TYPE,
  jsonReply,
  longJsonReply,
  longTextReply,
  nothingToSend,
  nullReply,
  type RefusedStep,
  Reply,
  redirectReply,
  respond,
  sendable,
  textReply,
  tooLongAnswer,
  weigh,
  withHeaders,
  withRefusal,
} from "./reply.ts"
