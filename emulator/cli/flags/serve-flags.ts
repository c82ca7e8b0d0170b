import type { Config } from "../../config.ts"
import { choice, type Flag, flag, onOff, repeatable } from "./flag.ts"
import {
  readBaseUrl,
  readBindHost,
  readHostName,
  readNamedOrigin,
  readNow,
  readOrigin,
  readPort,
  readSeconds,
  readSeed,
  readSmtp,
  readSome,
  readToken,
} from "./values.ts"

type ListFlag = "allowHost" | "corsOrigin" | "controlOrigin" | "allowFiles"

/** Values of flags, with the properties of a config file. */
export type ServeFlags = Omit<Config, "$schema" | "fixtures" | ListFlag> &
  Required<Pick<Config, "port" | "host" | "log">> & { readonly [L in ListFlag]?: readonly string[] }

export const CONTROL_TOKEN = flag(
  "--control-token <token>",
  "a bearer token that clients of other machines need for the control plane",
  readToken,
)

export type FilesFlag = Pick<ServeFlags, "allowFiles">

export const FILES_FLAG: Flag = repeatable(
  flag("--allow-files <folder>", "a further folder whose files fixtures may refer to (repeatable)", readSome, "folder"),
)

export const CONFIG_FLAG: Flag = flag(
  "--config <file>",
  "the config file; default: the nearest hexarium.config.{ts,mts,mjs,js,json} from this folder upward",
  readSome,
  "file",
)

export const WORLD_FLAGS: readonly Flag[] = [
  CONFIG_FLAG,
  flag("--public-url <url>", "base URL of all links; default: the address that the server listens on", readBaseUrl),
  repeatable(flag("--allow-host <host>", "a further host name of the server (repeatable)", readHostName)),
  repeatable(
    flag("--cors-origin <origin>", "an origin whose pages may use the API; default: any (repeatable)", readOrigin),
  ),
  onOff("cors-credentials", "let pages of --cors-origin send credentials; needs --cors-origin"),
  choice("--clock <mode>", "real, frozen (only commands move it) or ticking (runs from --now)", [
    "real",
    "frozen",
    "ticking",
  ]),
  flag("--now <instant>", "start of the clock (ISO 8601); makes a real clock frozen", readNow),
  flag("--seed <number>", "seed of IDs and tokens", readSeed),
  flag("--slow-tasks <seconds>", "duration of tasks on the world's clock; default 0", readSeconds),
  onOff("strict", "refuse unknown properties of request bodies"),
  flag("--smtp <url>", "also deliver mails to this server, e.g. smtp://localhost:1025", readSmtp),
  onOff("allow-outbound", "allow webhooks to other machines"),
  FILES_FLAG,
  CONTROL_TOKEN,
  onOff("allow-remote-control", "allow the control plane to every client, without a token"),
  repeatable(
    flag(
      "--control-origin <origin>",
      "another origin whose pages may use the control plane (repeatable)",
      readNamedOrigin,
    ),
  ),
]

export const DATA_FLAG = flag(
  "--data <where>",
  "store all worlds in a folder, a .sqlite or .db file, or postgres://…",
  readSome,
  "file",
)

export const LOG_FLAG: Flag = choice(
  "--log <style>",
  "style of the log: pretty, json (one object per line) or silent",
  ["pretty", "json", "silent"],
)

export const START_FLAGS: readonly Flag[] = [
  { ...flag("--port <number>", "port to listen on; 0 for any free one", readPort), byDefault: 7575 },
  { ...flag("--host <address>", "address to listen on", readBindHost), byDefault: "127.0.0.1" },
  { ...LOG_FLAG, byDefault: "pretty" },
  onOff("watch", "reload changed fixtures; a faulty fixture leaves the running world unchanged"),
  DATA_FLAG,
  choice("--reads <kind>", "with --data postgres://…: fenced (sees every server's writes) or local (faster)", [
    "fenced",
    "local",
  ]),
  onOff("reload", "reload the fixtures into main, although the store of --data has it"),
  ...WORLD_FLAGS,
]
