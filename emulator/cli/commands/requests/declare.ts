import { type CliCommand, commandsOf } from "../../command.ts"
import { choice, flag, onOff, perCall } from "../../flags/flag.ts"
import { JSON_FLAG, REMOTE_FLAGS } from "../../flags/remote-flags.ts"
import { readCount, readSome, readStatus } from "../../flags/values.ts"

const command = commandsOf(() => import("./run.ts"), [...REMOTE_FLAGS, JSON_FLAG])

export const FILTERS = [
  flag("--operation <name>", "only requests of this operation, for example GetUserInfo", readSome),
  flag("--status <status>", "only requests with this HTTP status in the response", readStatus),
  flag("--user <user>", "only requests of this user", readSome),
  flag("--text <text>", "only requests with this text in their path, user, bodies or effects", readSome),
  flag("--since <id>", "only requests later than the request with this ID", readCount),
  choice("--origin <origin>", "only requests of this origin: request (clients; the default), script, clock or any", [
    "request",
    "script",
    "clock",
    "any",
  ]),
  flag("--limit <number>", "maximum number of requests; default: 1000", readCount),
].map(perCall)

export const LIST_FLAGS = [
  ...FILTERS,
  perCall(onOff("har", "print a HAR 1.2 file without secrets, for browsers' tools and hexarium compare")),
]

export const requestsCommand: CliCommand = {
  name: "requests",
  description: "show requests to a world, their changes and their refusals",
  byDefault: "list",
  examples: [
    ["requests list --operation GetUserInfo --limit 5"],
    ["requests --har > requests.har", "hexarium compare requests.har world.yaml sends them again"],
    ["requests show 12", "includes the bodies of request and response"],
    ["requests follow", "prints new requests until Ctrl+C"],
  ],
  commands: [
    command("list", "list the latest requests, oldest first", "listRequests", { flags: LIST_FLAGS }),
    command("show", "show a request, its response and its effects", "showRequest", {
      args: [{ syntax: "<id>", description: "the request's number in the log" }],
    }),
    command("follow", "print new requests until Ctrl+C; with --json, one object per line", "followRequests"),
  ],
}
