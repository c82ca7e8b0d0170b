import { type CliCommand, commandsOf } from "../command.ts"
import { choice, flag, onOff, perCall } from "../flags/flag.ts"
import { JSON_FLAG, REMOTE_FLAGS } from "../flags/remote-flags.ts"
import { readCount, readJson, readMs, readStatus } from "../flags/values.ts"

const command = commandsOf(() => import("../remote/faults.ts"), [...REMOTE_FLAGS, JSON_FLAG])

const faultFlags = [
  flag("--status <status>", "respond with this HTTP status", readStatus),
  flag("--body <json>", "respond with this JSON body", readJson),
  flag("--delay-ms <ms>", "delay the response by this many milliseconds of real time", readMs),
  onOff("disconnect", "cut the connection without running the operation"),
  choice("--store-failure <how>", "make the store fail while it writes the last record", [
    "rolled_back",
    "rollback_failed",
  ]),
  choice("--task <end>", "make the operation's task end in this state", ["ERROR", "DEAD"]),
  flag("--times <number>", "number of calls that the fault affects; default: 1", readCount),
].map(perCall)

export const faultsCommand: CliCommand = {
  name: "faults",
  description: "make operations of a world fail or wait",
  byDefault: "list",
  examples: [
    ["faults plan UpdateItem --status 500 --times 2"],
    ["faults plan '*' --delay-ms 2000", "delays the next request, whatever its operation"],
    ["faults plan DeleteItem --disconnect"],
    ["faults clear"],
  ],
  commands: [
    command("list", "list planned faults, including faults that are used up", "listFaults"),
    command("plan", "make the next calls of an operation fail or wait", "planFault", {
      args: [{ syntax: "<operation>", description: 'operation, for example UpdateItem; "*" for any operation' }],
      flags: faultFlags,
    }),
    command("delete", "delete a planned fault", "deleteFault", {
      args: [{ syntax: "<id>", description: "ID of the fault" }],
    }),
    command("clear", "delete all planned faults", "clearFaults"),
  ],
}
