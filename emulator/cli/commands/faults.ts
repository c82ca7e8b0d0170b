import { type CliCommand, commandsOf } from "../command.ts"
import { choice, flag, onOff, perCall } from "../flags/flag.ts"
import { JSON_FLAG, REMOTE_FLAGS } from "../flags/remote-flags.ts"
import { readCount, readJson, readMs, readStatus } from "../flags/values.ts"

const command = commandsOf(() => import("../remote/faults.ts"), [...REMOTE_FLAGS, JSON_FLAG])

const faultFlags = [
  flag("--status <status>", "respond with this status", readStatus),
  flag("--body <json>", "respond with this body", readJson),
  flag("--delay-ms <ms>", "wait this many milliseconds of real time; alone, the operation runs afterwards", readMs),
  onOff("disconnect", "cut the connection; nothing runs"),
  choice("--store-failure <how>", "let the store fail while the last record is written", [
    "rolled_back",
    "rollback_failed",
  ]),
  choice("--task <end>", "let the operation's task end in this state", ["ERROR", "DEAD"]),
  flag("--times <number>", "number of calls that fail; default 1", readCount),
].map(perCall)

export const faultsCommand: CliCommand = {
  name: "faults",
  description: "let operations of a world fail or wait",
  byDefault: "list",
  examples: [
    ["faults plan UpdateItem --status 500 --times 2"],
    ["faults plan '*' --delay-ms 2000", "the next request of any operation"],
    ["faults plan DeleteItem --disconnect"],
    ["faults clear"],
  ],
  commands: [
    command("list", "list planned faults, including used ones", "listFaults"),
    command("plan", "let the next calls of an operation fail or wait", "planFault", {
      args: [{ syntax: "<operation>", description: 'name of the operation, for example UpdateItem; "*" for any' }],
      flags: faultFlags,
    }),
    command("delete", "delete a planned fault", "deleteFault", {
      args: [{ syntax: "<id>", description: "ID of the fault" }],
    }),
    command("clear", "delete all planned faults", "clearFaults"),
  ],
}
