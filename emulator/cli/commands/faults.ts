import type { CliCommand } from "../command.ts"
import { choice, type Flag, flag, onOff } from "../flags/flag.ts"
import { JSON_FLAG, REMOTE_FLAGS } from "../flags/remote-flags.ts"
import { readCount, readJson, readMs, readStatus } from "../flags/values.ts"
import type { FaultFlags } from "../remote/faults.ts"

const load = () => import("../remote/faults.ts")

const common = [...REMOTE_FLAGS, JSON_FLAG]

const does: readonly Flag[] = [
  flag("--status <status>", "answer with this status", readStatus),
  flag("--body <json>", "answer with this body", readJson),
  flag("--delay-ms <ms>", "wait so many milliseconds of real time; alone, the operation runs after them", readMs),
  onOff("disconnect", "cut the connection; nothing runs"),
  choice("--store-failure <how>", "let the store fail while the last record is written", [
    "rolled_back",
    "rollback_failed",
  ]),
  choice("--task <end>", "let the task that the operation leaves end so", ["ERROR", "DEAD"]),
  flag("--times <number>", "how often; once unless given", readCount),
]

export const faultsCommand: CliCommand = {
  name: "faults",
  description: "let operations of a world fail, or wait",
  byDefault: "list",
  examples: [
    ["faults plan UpdateItem --status 500 --times 2"],
    ["faults plan '*' --delay-ms 2000", "the next request, whatever it is"],
    ["faults plan CreateItem --disconnect"],
    ["faults clear"],
  ],
  commands: [
    {
      name: "list",
      description: "planned faults, used up ones too",
      flags: common,
      run: async (io, _, given: FaultFlags) => (await load()).listFaults(io, given),
    },
    {
      name: "plan",
      description: "let the next calls of an operation fail, or wait",
      args: [{ syntax: "<operation>", description: 'its name, as UpdateItem; "*" is any' }],
      flags: [...does.map((one): Flag => ({ ...one, isOfOneCall: true })), ...common],
      run: async (io, { words: [operation = ""] }, given: FaultFlags) => (await load()).planFault(io, operation, given),
    },
    {
      name: "delete",
      description: "take a fault back",
      args: [{ syntax: "<id>", description: "ID of the fault" }],
      flags: common,
      run: async (io, { words: [id = ""] }, given: FaultFlags) => (await load()).deleteFault(io, id, given),
    },
    {
      name: "clear",
      description: "take all faults back",
      flags: common,
      run: async (io, _, given: FaultFlags) => (await load()).clearFaults(io, given),
    },
  ],
}
