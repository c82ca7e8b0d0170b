import type { Context } from "hono"
import type { RequestEntry } from "../../worlds/index.ts"
import type { AppEnv } from "../http/app-env.ts"
import { readBytes } from "../http/body.ts"

/** Maximum size, in bytes, of a body that is read only for the request log. */
const MAX_READ_BYTES = 65_536
/** Maximum time to wait for the body, which nearly always arrives with the headers. */
const WAIT_MS = 20

/** Reads a small body for the request log, if the request was refused before its body was read. */
export async function readRefused(context: Context<AppEnv>, entry: RequestEntry): Promise<void> {
  const { req, env } = context
  const declared = req.header("content-length")
  const isSmall = declared === undefined ? env?.incoming === undefined : Number(declared) <= MAX_READ_BYTES
  if (!isSmall || declared === "0" || req.method === "GET" || req.raw.bodyUsed) return
  if (req.header("content-type")?.startsWith("multipart/") === true) return
  const read = readBytes(context, MAX_READ_BYTES).then(
    (bytes) => entry.receivedBody(bytes),
    () => {},
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS)
  })
  await Promise.race([read, late])
  clearTimeout(timer)
}
