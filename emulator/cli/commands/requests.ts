import { type CliCommand, commandsOf } from "../command.ts"
import { choice, flag, perCall } from "../flags/flag.ts"
import { JSON_FLAG, REMOTE_FLAGS } from "../flags/remote-flags.ts"
import { readCount, readSome, readStatus } from "../flags/values.ts"

const command = commandsOf(() => import("../remote/requests.ts"), [...REMOTE_FLAGS, JSON_FLAG])

const filters = [
  flag("--operation <name>", "only requests of this operation, for example GetUserInfo", readSome),
  flag("--status <status>", "only requests with this response status", readStatus),
  flag("--user <user>", "only requests of this user", readSome),
  flag("--text <text>", "only requests with this text in path, user, bodies or effects", readSome),
  flag("--since <id>", "only requests after this one", readCount),
  choice("--origin <origin>", "only requests of clients (request, the default), scripts or the clock; any for all", [
    "request",
    "script",
    "clock",
    "any",
  ]),
  flag("--limit <number>", "the most requests to list; default 1000", readCount),
].map(perCall)

export const requestsCommand: CliCommand = {
  name: "requests",
  description: "show the requests to a world with their changes and refusals",
  byDefault: "list",
  examples: [
    ["requests list --operation GetUserInfo --limit 5"],
    ["requests show 12", "with both bodies"],
    ["requests follow", "until Ctrl+C"],
  ],
  commands: [
    command("list", "list the latest requests, oldest first", "listRequests", { flags: filters }),
    command("show", "show a request with its bodies and effects", "showRequest", {
      args: [{ syntax: "<id>", description: "the request's number in the log" }],
    }),
    command("follow", "print new requests until stopped; with --json one object per line", "followRequests"),
  ],
}
