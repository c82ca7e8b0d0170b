import { type FlagsOf, flag, onOff, perCall } from "./flag.ts"
import { CONFIG_FLAG, CONTROL_TOKEN } from "./serve-flags.ts"
import { readBaseUrl, readSome } from "./values.ts"

export const URL_FLAG = flag("--url <url>", "base_url of a running server", readBaseUrl)

export const WORLD_FLAG = flag("--world <name>", "the world's name; default: taken from --url, or main", readSome)

export const SHOWN_TOKEN = {
  ...CONTROL_TOKEN,
  description: "the --control-token of the server; needed for a server on another machine",
}

const PLACE_FLAGS = [URL_FLAG, WORLD_FLAG, SHOWN_TOKEN] as const

export const REMOTE_FLAGS = [...PLACE_FLAGS, CONFIG_FLAG] as const

export const OUTPUT_FLAG = {
  ...flag("--output <file>", "write to this file instead of standard output", readSome, "file"),
  short: "o",
}

export const AT_FLAG = perCall(
  flag(
    "--at <version>",
    "export this version: a number, -n, an instant, or before:ID or after:ID of a request",
    readSome,
  ),
)

export type AtFlag = FlagsOf<readonly [typeof AT_FLAG]>

export const JSON_FLAG = onOff("json", "print the result as JSON")

export type RemoteFlags = FlagsOf<typeof PLACE_FLAGS>

export type OutputFlag = FlagsOf<readonly [typeof OUTPUT_FLAG]>

export interface JsonFlag {
  readonly json?: FlagsOf<readonly [typeof JSON_FLAG]>["json"] | undefined
}
