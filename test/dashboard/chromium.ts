import { existsSync } from "node:fs"

/** Debian's; on a machine without it nothing can be said of pages, which CI does not accept. */
export const CHROMIUM = process.env.HEXARIUM_CHROMIUM ?? "/usr/bin/chromium"

export const hasChromium = existsSync(CHROMIUM)

if (!hasChromium) {
  const said = `no browser at ${CHROMIUM}: the dashboard is not tried (apt-get install chromium, or name one by HEXARIUM_CHROMIUM)`
  if (process.env.CI !== undefined) throw new Error(said)
  process.stdout.write(`${said}\n`)
}
