/** Ends each message of SignalR's JSON protocol. Several messages may share a frame. */
export const SEPARATOR = "\x1e"

/** Maximum length of a client's message in bytes, without the separator. */
export const MAX_MESSAGE_BYTES = 32_768

const encode = (message: object): string => JSON.stringify(message) + SEPARATOR

export const HANDSHAKE = encode({})
export const PING = encode({ type: 6 })
/** Closes a connection whose token is no longer valid, or at the client's request. */
export const CLOSE = encode({ type: 7 })
/** Closes a connection that the client may open again. */
export const CLOSE_AND_RECONNECT = encode({ type: 7, allowReconnect: true })

export const handshakeRefused = (error: string): string => encode({ error })
export const closeBecause = (error: string): string => encode({ type: 7, error })
export const unknownMethod = (invocationId: string): string =>
  encode({ type: 3, invocationId, error: "unknown method" })

/** Returns an event for a client. `json` contains the event's only argument. */
export const event = (target: string, json: string): string =>
  `{"type":1,"target":${JSON.stringify(target)},"arguments":[${json}]}${SEPARATOR}`

export type HubMessage = Readonly<Record<string, unknown>>

/** Returns the messages of a frame. Throws a ProtocolError at the first one that is not a JSON object. */
export function* messagesOf(frame: string): Generator<HubMessage> {
  const texts = frame.split(SEPARATOR)
  if (texts.pop() !== "" || texts.length === 0) throw new ProtocolError("a message must end with the byte 0x1E")
  for (const text of texts) yield messageOf(text)
}

/** A client's violation of the protocol. The message is sent to the client. */
export class ProtocolError extends Error {}

const encoder = new TextEncoder()

function messageOf(text: string): HubMessage {
  if (text.length > MAX_MESSAGE_BYTES || encoder.encode(text).length > MAX_MESSAGE_BYTES) {
    throw new ProtocolError(`a message must have at most ${MAX_MESSAGE_BYTES} bytes`)
  }
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    throw new ProtocolError("a message must be JSON")
  }
  if (typeof message !== "object" || message === null || Array.isArray(message)) {
    throw new ProtocolError("a message must be a JSON object")
  }
  return message as HubMessage
}
