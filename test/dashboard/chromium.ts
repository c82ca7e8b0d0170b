import { existsSync } from "node:fs"

/** Debian's Chromium with all windows of a browser. */
export const WHOLE_CHROMIUM = process.env.HEXARIUM_CHROMIUM ?? "/usr/bin/chromium"

/** Debian's headless Chromium. It renders the same pages in two thirds of the processor time. */
const SHELL = "/usr/bin/chromium-headless-shell"

/** The browser for the tests. Without one, the tests are skipped, which CI does not accept. */
export const CHROMIUM = process.env.HEXARIUM_CHROMIUM === undefined && existsSync(SHELL) ? SHELL : WHOLE_CHROMIUM

export const hasChromium = isThere(CHROMIUM)
export const hasWholeChromium = isThere(WHOLE_CHROMIUM)

function isThere(path: string): boolean {
  if (existsSync(path)) return true
  const said = `no browser at ${path}: pages are not tried (apt-get install chromium, or name one by HEXARIUM_CHROMIUM)`
  if (process.env.CI !== undefined) throw new Error(said)
  process.stdout.write(`${said}\n`)
  return false
}
