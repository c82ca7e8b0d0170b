import { commandsOf } from "../../command.ts"
import { type FlagsOf, flag, perCall } from "../../flags/flag.ts"
import { JSON_FLAG, SHOWN_TOKEN, URL_FLAG } from "../../flags/remote-flags.ts"
import { CONFIG_FLAG } from "../../flags/serve-flags.ts"
import { readPatience } from "../../flags/values.ts"

const command = commandsOf(() => import("./run.ts"), [URL_FLAG, SHOWN_TOKEN, JSON_FLAG, CONFIG_FLAG])

const timeout = (seconds: number) =>
  perCall(flag("--timeout <seconds>", `number of seconds to wait; default: ${seconds}`, readPatience))

export type WaitFlags = FlagsOf<readonly [ReturnType<typeof timeout>]>

export const statusCommand = command(
  "status",
  "show whether a server is running and ready; exit with code 0 if it is, else 1",
  "status",
  {
    examples: [["status"], ["status --url http://127.0.0.1:7575 --json"]],
  },
)

export const waitCommand = command("wait", "wait until a server is ready, also before the server has started", "wait", {
  flags: [timeout(60)],
  examples: [["wait --url http://127.0.0.1:7575 --timeout 10 && npm test"]],
})

export const stopCommand = command("stop", "stop a server that you started on this machine, as Ctrl+C does", "stop", {
  flags: [timeout(15)],
  examples: [["stop"], ["stop --url http://127.0.0.1:7575"]],
})

export const openCommand = command("open", "open a running server's dashboard in the browser", "openPage", {
  args: [{ syntax: "[page]", description: "dashboard (the default) or reference", offers: ["dashboard", "reference"] }],
  examples: [["open"], ["open reference"]],
})
