import { type CliCommand, commandsOf } from "../../command.ts"
import { type FlagsOf, flag, onOff, perCall } from "../../flags/flag.ts"
import { JSON_FLAG, OUTPUT_FLAG, REMOTE_FLAGS } from "../../flags/remote-flags.ts"
import { readPort, readSome } from "../../flags/values.ts"

const CAPSULE_FLAGS = [
  perCall(flag("--request <id>", "an ID in the request log, a range such as 12..40, or all; default: all", readSome)),
  perCall(onOff("anonymise", "replace names, addresses, texts, files, the seed and the random stream")),
  perCall({ ...OUTPUT_FLAG, description: "the file to write, for example bug.capsule.json.gz" }),
]

export type CapsuleFlags = FlagsOf<typeof CAPSULE_FLAGS>

export const capsuleCommand: CliCommand = {
  ...commandsOf(() => import("./write.ts"), REMOTE_FLAGS)(
    "capsule",
    "write a file with a world's state and the requests after it, which reproduces a moment elsewhere",
    "capsule",
    { flags: CAPSULE_FLAGS },
  ),
  examples: [
    ["capsule --request 12 -o bug.capsule.json.gz"],
    ["capsule -o bug.capsule.json.gz", "with all requests since the oldest version that the server keeps"],
  ],
}

const REPLAY_FLAGS = [
  onOff("serve", "serve the world before the requests instead of running them"),
  onOff("after", "with --serve: serve the world after the requests"),
  onOff("as-test", "print a Vitest test that expects the recorded response of the last request"),
  { ...flag("--port <number>", "with --serve: port to listen on, or 0 for any free port", readPort), byDefault: 7575 },
  JSON_FLAG,
].map(perCall)

export type ReplayFlags = FlagsOf<typeof REPLAY_FLAGS>

export const replayCommand: CliCommand = {
  name: "replay",
  description: "run the requests of a capsule and compare the responses: exit 0 if all are equal, 2 if not",
  args: [{ syntax: "<capsule>", description: "a file of hexarium capsule", offers: "file" }],
  flags: REPLAY_FLAGS,
  examples: [
    ["replay bug.capsule.json.gz"],
    ["replay bug.capsule.json.gz --serve --port 0", "opens the moment before the requests"],
    ["replay bug.capsule.json.gz --as-test"],
  ],
  run: async (io, { words: [file = ""] }, flags: ReplayFlags) => (await import("./replay.ts")).replay(io, file, flags),
}
