import { STORE_FAILURES, TASK_FAILURES } from "../../../../src/model/records/index.ts"
import { type CliCommand, commandsOf } from "../../command.ts"
import { choice, flag, onOff, perCall } from "../../flags/flag.ts"
import { JSON_FLAG, REMOTE_FLAGS } from "../../flags/remote-flags.ts"
import { readCount, readJson, readMs, readProbability, readSome, readStatus } from "../../flags/values.ts"

const command = commandsOf(() => import("./run.ts"), [...REMOTE_FLAGS, JSON_FLAG])

export const FAULT_FLAGS = [
  flag("--status <status>", "respond with this HTTP status", readStatus),
  flag("--body <json>", "respond with this JSON body", readJson),
  flag("--delay-ms <ms>", "delay the response by this many milliseconds of real time", readMs),
  onOff("disconnect", "cut the connection without running the operation"),
  choice("--store-failure <how>", "make the store fail while it writes the last record", STORE_FAILURES),
  choice("--task <end>", "make the operation's task end in this state", TASK_FAILURES),
  flag("--header <json>", 'add headers to the response, for example {"Retry-After":"2"}', readJson),
  flag("--jitter-ms <ms>", "delay the response further, by a random time of up to this many milliseconds", readMs),
  flag("--rate <number>", "affect only calls beyond this number in each interval; default status: 429", readCount),
  flag("--per-ms <ms>", "the interval of --rate, in milliseconds of the world's clock; default: 60000", readCount),
  onOff("by-user", "count the calls of --rate for each user"),
  flag("--user <user>", "affect only calls of this user", readSome),
  flag("--path <path>", "affect only calls of this path below the base URL; * is any text", readSome),
  flag("--query <json>", "affect only calls with these query parameters, as a JSON object", readJson),
  flag("--body-has <json>", "affect only calls whose body has these members, as a JSON object", readJson),
  flag("--nth <number>", "affect no call before this matching one; default: 1", readCount),
  flag("--probability <number>", "affect a matching call with this probability, from 0 to 1", readProbability),
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
    ["faults plan ItemList --rate 10 --by-user", "refuses each user's 11th request in a minute with 429"],
    ["faults plan CreateItem --status 503 --user bob@shop.test --nth 3", "refuses Bob's third new item"],
    ["faults clear"],
  ],
  commands: [
    command("list", "list planned faults, including faults that are used up", "listFaults"),
    command("plan", "make the next calls of an operation fail or wait", "planFault", {
      args: [{ syntax: "<operation>", description: 'operation, for example UpdateItem; "*" for any operation' }],
      flags: FAULT_FLAGS,
    }),
    command("delete", "delete a planned fault", "deleteFault", {
      args: [{ syntax: "<id>", description: "ID of the fault" }],
    }),
    command("clear", "delete all planned faults", "clearFaults"),
  ],
}
