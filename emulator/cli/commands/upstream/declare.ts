import type { CliCommand } from "../../command.ts"
import { choice, type FlagsOf, flag, onOff, perCall, repeatable } from "../../flags/flag.ts"
import { JSON_FLAG, SHOWN_TOKEN, URL_FLAG } from "../../flags/remote-flags.ts"
import { CONFIG_FLAG, FILES_FLAG } from "../../flags/serve-flags.ts"
import {
  readBaseUrl,
  readBindHost,
  readCount,
  readHostName,
  readItems,
  readPort,
  readSome,
  readToken,
} from "../../flags/values.ts"

const PULL_FLAGS = [
  ...[
    flag("--from <url>", "base URL of the server, without /api/v0", readBaseUrl),
    flag(
      "--email <address>",
      "log in as this user; set HEXARIUM_PULL_PASSWORD or enter the password when asked",
      readSome,
    ),
    flag("--workspace <name>", "name or ID of the workspace, which must be the user's current one", readSome),
    repeatable(flag("--application <id>", "pull only this application", readSome)),
    flag(
      "--items <which>",
      "items of each datastore: none, all, or the number of the newest items; default: all",
      readItems,
    ),
    choice("--users <kind>", "keep the users' names and addresses, or replace them; default: real", [
      "real",
      "placeholder",
    ]),
    onOff("files", "also pull attachments"),
    onOff("anonymise", "replace names, addresses, texts and files"),
    { ...flag("--concurrency <number>", "number of requests at a time", readCount), byDefault: 4 },
    { ...flag("--output <file>", "the fixture to write; default: pulled.yaml", readSome, "file"), short: "o" },
    flag("--update <file>", "show what changed upstream since this fixture was pulled", readSome, "file"),
    onOff("write", "merge the changes into the fixture that --update names"),
  ].map(perCall),
  flag("--token <token>", "bearer token of the user", readToken),
]

export type PullFlags = FlagsOf<typeof PULL_FLAGS>

export const pullCommand: CliCommand = {
  name: "pull",
  description: "write a workspace of another server as a fixture, over the documented API",
  flags: PULL_FLAGS,
  examples: [
    ["pull --from https://api.example.com --token $TOKEN -o my.yaml"],
    ["pull --from https://api.example.com --email ada@shop.test --items 100 --anonymise -o my.yaml"],
    ["pull --update my.yaml --token $TOKEN --write", "merges upstream changes; keeps your edits"],
  ],
  run: async (io, _, flags: PullFlags) => (await import("./pull.ts")).pull(io, flags),
}

const RECORD_FLAGS = [
  flag("--upstream <url>", "base URL of the server, without /api/v0", readBaseUrl),
  { ...flag("--port <number>", "port to listen on; 0 for any free port", readPort), byDefault: 7576 },
  { ...flag("--host <address>", "address to listen on", readBindHost), byDefault: "127.0.0.1" },
  repeatable(flag("--allow-host <host>", "another host name for requests to the recorder", readHostName)),
  { ...flag("--output <file>", "the HAR file to create, for example traffic.har", readSome, "file"), short: "o" },
].map(perCall)

export type RecordFlags = FlagsOf<typeof RECORD_FLAGS>

export const recordCommand: CliCommand = {
  name: "record",
  description: "pass requests on to a server and record them in a HAR file, without secrets",
  flags: RECORD_FLAGS,
  examples: [["record --upstream https://api.example.com -o traffic.har", "ends at Ctrl+C"]],
  run: async (io, _, flags: RecordFlags) => (await import("./record.ts")).record(io, flags),
}

const COMPARE_FLAGS = [
  perCall(flag("--world <name>", "compare with a copy of this world of a running server", readSome)),
  URL_FLAG,
  SHOWN_TOKEN,
  perCall(repeatable(flag("--ignore <path>", "ignore differences at these paths", readSome))),
  perCall(
    flag(
      "--baseline <file>",
      "accept the differences in this file; fail if there are others, or if some no longer occur",
      readSome,
      "file",
    ),
  ),
  perCall(onOff("write", "write the differences to the file that --baseline names")),
  perCall(flag("--as <email>", "the user of tokens whose user the recording does not name", readSome)),
  JSON_FLAG,
  FILES_FLAG,
  CONFIG_FLAG,
]

export type CompareFlags = FlagsOf<typeof COMPARE_FLAGS>

export const compareCommand: CliCommand = {
  name: "compare",
  description: "send recorded requests to a fresh world and report each difference in the responses",
  args: [
    { syntax: "<recording>", description: "a HAR file of hexarium record, a browser or a proxy", offers: "file" },
    {
      syntax: "[fixture...]",
      description: "fixture files; without files and without --world, the demo",
      offers: "file",
    },
  ],
  flags: COMPARE_FLAGS,
  examples: [
    ["compare traffic.har my.yaml"],
    ["compare traffic.har my.yaml --ignore 'body.items[*].updated_at' --json"],
    ["compare traffic.har my.yaml --baseline known.json", "for CI: fails if the differences change"],
    ["compare traffic.har --world main", "compares with a copy of a running server's world"],
  ],
  run: async (io, { words: [recording = "", ...fixtures] }, flags: CompareFlags) =>
    (await import("./compare.ts")).compare(io, recording, fixtures, flags),
}
