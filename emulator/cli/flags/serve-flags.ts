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

/** Values of the flags of `start`, under the property names of the config file. */
export type ServeFlags = Omit<Config, "$schema" | "fixtures" | ListFlag> &
  Required<Pick<Config, "port" | "host" | "log">> & { readonly [L in ListFlag]?: readonly string[] }

export const CONTROL_TOKEN = flag(
  "--control-token <token>",
  "the bearer token that clients on other machines must send to the control plane",
  readToken,
)

export type FilesFlag = Pick<ServeFlags, "allowFiles">

export const FILES_FLAG: Flag = repeatable(
  flag("--allow-files <folder>", "another folder whose files fixtures may refer to (repeatable)", readSome, "folder"),
)

export const CONFIG_FLAG: Flag = flag(
  "--config <file>",
  "the config file; default: hexarium.config.{ts,mts,mjs,js,json} in this folder or its nearest parent",
  readSome,
  "file",
)

export const WORLD_FLAGS: readonly Flag[] = [
  CONFIG_FLAG,
  flag("--public-url <url>", "base URL of all links; default: the address that the server listens on", readBaseUrl),
  repeatable(flag("--allow-host <host>", "another host name for requests to the server (repeatable)", readHostName)),
  repeatable(
    flag("--cors-origin <origin>", "origin whose pages may use the API; default: any (repeatable)", readOrigin),
  ),
  onOff("cors-credentials", "let pages of --cors-origin send credentials; needs --cors-origin"),
  choice("--clock <mode>", "real, frozen (only commands move the clock) or ticking (runs from --now)", [
    "real",
    "frozen",
    "ticking",
  ]),
  flag("--now <instant>", "time at the start (ISO 8601); without --clock, the clock is frozen", readNow),
  flag("--seed <number>", "seed for generated IDs and tokens", readSeed),
  flag("--slow-tasks <seconds>", "duration of tasks in seconds of the world's clock; default: 0", readSeconds),
  onOff("strict", "refuse request bodies that have unknown properties"),
  flag("--smtp <url>", "also deliver mails to this SMTP server, for example smtp://localhost:1025", readSmtp),
  onOff("allow-outbound", "allow webhooks to call other machines"),
  FILES_FLAG,
  CONTROL_TOKEN,
  onOff("allow-remote-control", "let every client use the control plane without a token"),
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
  { ...flag("--port <number>", "port to listen on; 0 for any free port", readPort), byDefault: 7575 },
  { ...flag("--host <address>", "address to listen on", readBindHost), byDefault: "127.0.0.1" },
  { ...LOG_FLAG, byDefault: "pretty" },
  onOff("watch", "reload changed fixtures; a faulty fixture leaves the running world unchanged"),
  DATA_FLAG,
  choice("--reads <kind>", "reads of a PostgreSQL store: fenced (see every server's writes) or local (faster)", [
    "fenced",
    "local",
  ]),
  onOff("reload", "load the fixtures into main again, even if the store of --data has a world main"),
  ...WORLD_FLAGS,
]
