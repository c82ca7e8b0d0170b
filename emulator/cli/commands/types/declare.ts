import type { CliCommand } from "../../command.ts"
import { type FlagsOf, flag, onOff } from "../../flags/flag.ts"
import { OUTPUT_FLAG, SHOWN_TOKEN, WORLD_FLAG } from "../../flags/remote-flags.ts"
import { CONFIG_FLAG, FILES_FLAG } from "../../flags/serve-flags.ts"
import { readSome, readToken } from "../../flags/values.ts"

const TYPES_FLAGS = [
  OUTPUT_FLAG,
  onOff("check", "write no file; fail if the file that --output names is out of date"),
  flag("--workspace <name>", "name or ID of the workspace; default: all workspaces", readSome),
  flag("--token <token>", "read the schema over the API with this bearer token", readToken),
  flag(
    "--email <address>",
    "read the schema as this user; set HEXARIUM_PASSWORD or enter the password when asked",
    readSome,
  ),
  WORLD_FLAG,
  SHOWN_TOKEN,
  FILES_FLAG,
  CONFIG_FLAG,
]

export type TypesFlags = FlagsOf<typeof TYPES_FLAGS>

export const typesCommand: CliCommand = {
  name: "types",
  description: "write the TypeScript types of a schema, from fixtures or a server",
  args: [
    {
      syntax: "[source...]",
      description: "fixture files, or the URL of a running server",
      offers: "file",
      areFixtures: true,
    },
  ],
  needsFixtures: true,
  flags: TYPES_FLAGS,
  examples: [
    ["types shop.yaml -o schema.d.ts"],
    ["types shop.yaml -o schema.d.ts --check", "for CI: fails if the schema has changed"],
    ["types https://api.example.com --token $TOKEN -o schema.d.ts"],
    ["types https://api.example.com --email ada@shop.test -o src/types/", "writes src/types/schema.d.ts"],
  ],
  run: async (io, { words }, flags: TypesFlags) => (await import("./run.ts")).writeSchema(io, words, flags),
}
