import { type CliCommand, fixtureFiles } from "../../command.ts"
import { type FlagsOf, flag, onOff, perCall } from "../../flags/flag.ts"
import {
  AT_FLAG,
  type AtFlag,
  JSON_FLAG,
  OUTPUT_FLAG,
  type OutputFlag,
  REMOTE_FLAGS,
  type RemoteFlags,
} from "../../flags/remote-flags.ts"
import { CONFIG_FLAG, FILES_FLAG, type FilesFlag } from "../../flags/serve-flags.ts"
import { readSome } from "../../flags/values.ts"

const CHECK_FLAGS = [
  CONFIG_FLAG,
  JSON_FLAG,
  FILES_FLAG,
  perCall(onOff("strict", "also exit with 1 if there are only warnings")),
] as const

export type CheckFlags = FlagsOf<typeof CHECK_FLAGS>

export const checkCommand: CliCommand = {
  name: "check",
  description: "check fixtures and print every mistake with its line and path",
  args: [fixtureFiles],
  needsFixtures: true,
  flags: CHECK_FLAGS,
  examples: [["check world.yaml users.yaml"], ["check world.yaml --json"], ["check world.yaml --strict"]],
  run: async (io, { words }, flags: CheckFlags) => (await import("./check.ts")).checkFixtures(io, words, flags),
}

export const exportCommand: CliCommand = {
  name: "export",
  description: "write a world of a running server as a fixture",
  flags: [...REMOTE_FLAGS, AT_FLAG, OUTPUT_FLAG],
  examples: [["export --url http://127.0.0.1:7575 -o world.json"], ["export --url http://127.0.0.1:7575/w/mine"]],
  run: async (io, _, flags: RemoteFlags & OutputFlag & AtFlag) =>
    (await import("./transfer.ts")).exportWorld(io, flags),
}

export const importCommand: CliCommand = {
  name: "import",
  description: "replace the content of a running server's world with fixtures",
  args: [fixtureFiles],
  needsFixtures: true,
  flags: [...REMOTE_FLAGS, FILES_FLAG],
  examples: [["import world.yaml --url http://127.0.0.1:7575 --world mine"]],
  run: async (io, { words }, flags: RemoteFlags & FilesFlag) =>
    (await import("./transfer.ts")).importWorld(io, words, flags),
}

const OPENAPI_FLAGS = [OUTPUT_FLAG, perCall(onOff("flat", "cut recursion at one level, for tools that unfold schemas"))]

export type OpenApiFlags = FlagsOf<typeof OPENAPI_FLAGS>

export const openapiCommand: CliCommand = {
  name: "openapi",
  description: "write the OpenAPI 3.1 document of the API",
  flags: OPENAPI_FLAGS,
  examples: [["openapi -o openapi.json"], ["openapi --flat -o openapi.json"]],
  run: async (io, _, flags: OpenApiFlags) => (await import("./openapi.ts")).openapi(io, flags),
}

const INIT_FLAGS = [
  flag("--workspace <name>", "name of the workspace", readSome),
  flag("--application <id>", "display ID of the application, for example TASKS", readSome),
  flag("--email <address>", "e-mail address of the first user, the workspace's administrator", readSome),
  onOff("yes", "ask no questions and use the defaults"),
  onOff("force", "replace an existing file"),
].map(perCall)

export type InitFlags = FlagsOf<typeof INIT_FLAGS>

export const initCommand: CliCommand = {
  name: "init",
  description: "write a small first fixture; on a terminal, ask for values that no flag gives",
  args: [{ syntax: "[file]", description: "the fixture file to write; default: world.yaml", offers: "file" }],
  flags: INIT_FLAGS,
  examples: [["init"], ["init world.yaml --workspace Acme --application SHOP --email ada@acme.test --yes"]],
  run: async (io, { words: [file] }, flags: InitFlags) => (await import("./init.ts")).init(io, file, flags),
}
