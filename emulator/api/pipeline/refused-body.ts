import type { Context } from "hono"
import type { AppEnv } from "../../http/app-env.ts"
import { readBytes } from "../http/body.ts"
import type { RequestEntry } from "../../worlds/request-entry.ts"

/** The largest body that is read for the log alone. */
const READ = 65_536
/** How long it is waited for; it nearly always came along with its headers. */
const WAIT_MS = 20

/** Reads the body of a request that was refused before anybody looked at it, so that the log can show it. */
export async function readRefused(context: Context<AppEnv>, entry: RequestEntry): Promise<void> {
  const { req, env } = context
  const declared = req.header("content-length")
  const isSmall = declared === undefined ? env?.incoming === undefined : Number(declared) <= READ
  if (!isSmall || declared === "0" || req.method === "GET" || req.raw.bodyUsed) return
  if (req.header("content-type")?.startsWith("multipart/") === true) return
  const read = readBytes(context, READ).then(
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
