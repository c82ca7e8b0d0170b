import { type Flag, flag, onOff } from "./flag.ts"
import { CONFIG_FLAG, CONTROL_TOKEN } from "./serve-flags.ts"
import { readBaseUrl, readSome } from "./values.ts"

export interface RemoteFlags {
  readonly url?: string
  readonly world?: string
  readonly controlToken?: string
}

export interface OutputFlag {
  readonly output?: string
}

export interface JsonFlag {
  readonly json?: true | undefined
}

export const URL_FLAG: Flag = flag("--url <url>", "base_url of a running server", readBaseUrl)

export const WORLD_FLAG: Flag = flag("--world <name>", "the world's name; default: taken from --url, or main", readSome)

export const SHOWN_TOKEN: Flag = {
  ...CONTROL_TOKEN,
  description: "the --control-token of the server; needed for a server on another machine",
}

export const REMOTE_FLAGS: readonly Flag[] = [URL_FLAG, WORLD_FLAG, SHOWN_TOKEN, CONFIG_FLAG]

export const OUTPUT_FLAG: Flag = {
  ...flag("--output <file>", "write to this file instead of standard output", readSome, "file"),
  short: "o",
}

export const JSON_FLAG: Flag = onOff("json", "print the result as JSON")
