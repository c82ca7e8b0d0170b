import type { CliCommand } from "../command.ts"
import { flag } from "../flags/flag.ts"
import { JSON_FLAG, type JsonFlag, type RemoteFlags, SHOWN_TOKEN, URL_FLAG } from "../flags/remote-flags.ts"
import { CONFIG_FLAG } from "../flags/serve-flags.ts"
import { readPatience } from "../flags/values.ts"
import { misused } from "../io.ts"
import type { WaitFlags } from "../remote/running.ts"

const load = () => import("../remote/running.ts")

const common = [URL_FLAG, SHOWN_TOKEN, JSON_FLAG, CONFIG_FLAG]

const timeout = (seconds: number) => ({
  ...flag("--timeout <seconds>", `how long to wait; ${seconds} unless given`, readPatience),
  isOfOneCall: true as const,
})

type Flags = RemoteFlags & JsonFlag

export const statusCommand: CliCommand = {
  name: "status",
  description: "tell whether a server is running and ready; exits with 0 or 1",
  flags: common,
  examples: [["status"], ["status --url http://127.0.0.1:7575 --json"]],
  run: async (io, _, flags: Flags) => (await load()).status(io, flags),
}

export const waitCommand: CliCommand = {
  name: "wait",
  description: "wait until a server is ready, also one that is about to start",
  flags: [timeout(60), ...common],
  examples: [["wait --url http://127.0.0.1:7575 --timeout 10 && npm test"]],
  run: async (io, _, flags: WaitFlags) => (await load()).wait(io, flags),
}

export const stopCommand: CliCommand = {
  name: "stop",
  description: "stop a server that this user started on this machine, as Ctrl+C would",
  flags: [timeout(15), ...common],
  examples: [["stop"], ["stop --url http://127.0.0.1:7575"]],
  run: async (io, _, flags: WaitFlags) => (await load()).stop(io, flags),
}

const PAGES = ["dashboard", "reference"] as const

export const openCommand: CliCommand = {
  name: "open",
  description: "show the dashboard of a running server in the browser",
  args: [{ syntax: "[page]", description: "dashboard (which it is unless given) or reference", offers: PAGES }],
  flags: common,
  examples: [["open"], ["open reference"]],
  run: async (io, { words: [word = "dashboard"] }, flags: Flags) => {
    const page = PAGES.find((one) => one === word)
    if (page === undefined)
      throw misused(`there is no page ${JSON.stringify(word)} to open; expected one of ${PAGES.join(", ")}`)
    return (await load()).openPage(io, page, flags)
  },
}
