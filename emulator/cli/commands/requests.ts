import type { CliCommand } from "../command.ts"
import { choice, type Flag, flag } from "../flags/flag.ts"
import { JSON_FLAG, REMOTE_FLAGS } from "../flags/remote-flags.ts"
import { readCount, readSome, readStatus } from "../flags/values.ts"
import type { RequestFlags } from "../remote/requests.ts"

const load = () => import("../remote/requests.ts")

const common = [...REMOTE_FLAGS, JSON_FLAG]

const filter: readonly Flag[] = [
  flag("--operation <name>", "only those of this operation, as CreateItem", readSome),
  flag("--status <status>", "only those that were answered so", readStatus),
  flag("--user <user>", "only those of this user", readSome),
  flag("--text <text>", "only those with this in path, user, bodies or effects", readSome),
  flag("--since <id>", "only those later than this one", readCount),
  choice("--origin <origin>", "of clients (request, as without it), scripts, the clock, or any", [
    "request",
    "script",
    "clock",
    "any",
  ]),
  flag("--limit <number>", "at most so many, the latest; 1000 unless given", readCount),
]

export const requestsCommand: CliCommand = {
  name: "requests",
  description: "what was asked of a world, what it changed, and why it was refused",
  byDefault: "list",
  examples: [
    ["requests list --operation CreateItem --limit 5"],
    ["requests show 12", "with both bodies"],
    ["requests follow", "as they are answered, until Ctrl+C"],
  ],
  commands: [
    {
      name: "list",
      description: "the latest requests, oldest of them first",
      flags: [...filter.map((one): Flag => ({ ...one, isOfOneCall: true })), ...common],
      run: async (io, _, given: RequestFlags) => (await load()).listRequests(io, given),
    },
    {
      name: "show",
      description: "one request with its bodies and what followed from it",
      args: [{ syntax: "<id>", description: "its number in the log" }],
      flags: common,
      run: async (io, { words: [id = ""] }, given: RequestFlags) => (await load()).showRequest(io, id, given),
    },
    {
      name: "follow",
      description: "tell requests as they are answered, until stopped; with --json an object a line",
      flags: common,
      run: async (io, _, given: RequestFlags) => (await load()).followRequests(io, given),
    },
  ],
}
