import { choice, type Flag, flag, onOff } from "./flag.ts"
import {
  readBaseUrl,
  readBindHost,
  readHostName,
  readNow,
  readOrigin,
  readPort,
  readSeconds,
  readSeed,
  readSmtp,
  readSome,
  readToken,
} from "./values.ts"

/** What the flags of `start` say. */
export interface ServeFlags {
  readonly port: number
  readonly host: string
  readonly publicUrl?: string
  readonly allowHost?: readonly string[]
  readonly corsOrigin?: readonly string[]
  readonly clock?: "real" | "frozen" | "ticking"
  readonly now?: string
  readonly seed?: number
  readonly data?: string
  readonly reads?: "fenced" | "local"
  readonly reload?: true
  readonly watch?: true
  readonly strict?: true
  readonly slowTasks?: number
  readonly smtp?: string
  readonly controlToken?: string
  readonly allowRemoteControl?: true
  readonly allowFiles?: readonly string[]
  readonly allowOutbound?: true
  readonly log: "pretty" | "json" | "silent"
}

export const CONTROL_TOKEN = flag(
  "--control-token <token>",
  "what clients of other machines show to use the control plane, as a bearer token",
  readToken,
)

/** Of all commands that read fixtures. */
export type FilesFlag = Pick<ServeFlags, "allowFiles">

export const FILES_FLAG: Flag = {
  ...flag("--allow-files <folder>", "a further folder whose files fixtures may name (repeatable)", readSome, "folder"),
  isRepeatable: true,
}

/** Of all commands that a config file says something to. */
export const CONFIG_FLAG: Flag = flag(
  "--config <file>",
  "the config file, instead of the nearest hexarium.config.{ts,mts,mjs,js,json} from this folder upward",
  readSome,
  "file",
)

/** The flags that `start` and `exec` share. */
export const WORLD_FLAGS: readonly Flag[] = [
  CONFIG_FLAG,
  flag(
    "--public-url <url>",
    "where clients reach the server, if not where it listens: the root of all links",
    readBaseUrl,
  ),
  {
    ...flag("--allow-host <host>", "another host the server may be called by (repeatable)", readHostName),
    isRepeatable: true,
  },
  {
    ...flag(
      "--cors-origin <origin>",
      "an origin whose pages may use the API; none given = any (repeatable)",
      readOrigin,
    ),
    isRepeatable: true,
  },
  choice("--clock <mode>", "real, frozen (moves when told to) or ticking (runs from --now)", [
    "real",
    "frozen",
    "ticking",
  ]),
  flag("--now <instant>", "where the clock begins, ISO 8601; makes a real clock frozen", readNow),
  flag("--seed <number>", "seed of IDs and tokens", readSeed),
  flag("--slow-tasks <seconds>", "how long tasks take by the world's clock; none given = no time", readSeconds),
  onOff("strict", "refuse members of request bodies that the operation does not know"),
  flag("--smtp <url>", "also deliver mails there, e.g. smtp://localhost:1025", readSmtp),
  onOff("allow-outbound", "let webhooks leave this machine's loopback"),
  FILES_FLAG,
  CONTROL_TOKEN,
  onOff("allow-remote-control", "let everybody who reaches the server use its control plane"),
]

export const DATA_FLAG = flag(
  "--data <where>",
  "keep all worlds in a folder, a .sqlite or .db file, or postgres://…",
  readSome,
  "file",
)

export const LOG_FLAG: Flag = choice("--log <style>", "what is printed: pretty, json (one object a line) or silent", [
  "pretty",
  "json",
  "silent",
])

export const START_FLAGS: readonly Flag[] = [
  { ...flag("--port <number>", "port to listen on; 0 = any free one", readPort), byDefault: 7575 },
  { ...flag("--host <address>", "address to listen on", readBindHost), byDefault: "127.0.0.1" },
  { ...LOG_FLAG, byDefault: "pretty" },
  onOff("watch", "load changed fixtures again; a broken one keeps the running world"),
  DATA_FLAG,
  choice("--reads <kind>", "with --data postgres://…: fenced (see all that any server answered) or local (at once)", [
    "fenced",
    "local",
  ]),
  onOff("reload", "load the fixtures into main anew, although the store of --data has it"),
  ...WORLD_FLAGS,
]
