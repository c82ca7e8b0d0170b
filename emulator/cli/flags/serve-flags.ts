import { CLOCK_MODES } from "../../../src/model/records/index.ts"
import { choice, type FlagsOf, flag, numeric, onOff, repeatable } from "./flag.ts"
import {
  readBaseUrl,
  readBindHost,
  readCount,
  readHistory,
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

export const CONTROL_TOKEN = flag(
  "--control-token <token>",
  "the bearer token that clients on other machines must send to the control plane",
  readToken,
)

export const FILES_FLAG = repeatable(
  flag("--allow-files <folder>", "another folder whose files fixtures may refer to", readSome, "folder"),
)

export const CONFIG_FLAG = flag(
  "--config <file>",
  "the config file; default: hexarium.config.{ts,mts,mjs,js,json} in this folder or its nearest parent",
  readSome,
  "file",
)

export const WORLD_FLAGS = [
  CONFIG_FLAG,
  flag("--public-url <url>", "base URL of all links; default: the address that the server listens on", readBaseUrl),
  repeatable(flag("--allow-host <host>", "another host name for requests to the server", readHostName)),
  repeatable(flag("--cors-origin <origin>", "origin whose pages may use the API; default: any", readOrigin)),
  onOff("cors-credentials", "let pages of --cors-origin send credentials; needs --cors-origin"),
  choice(
    "--clock <mode>",
    "mode of the clock: real, frozen (only commands move it) or ticking (runs from --now)",
    CLOCK_MODES,
  ),
  flag("--now <instant>", "time at the start (ISO 8601); without --clock, the clock is frozen", readNow),
  numeric(flag("--seed <number>", "seed for generated IDs and tokens", readSeed)),
  numeric(flag("--slow-tasks <seconds>", "duration of tasks in seconds of the world's clock; default: 0", readSeconds)),
  numeric(flag("--history <changes>", "changes per world whose versions are kept, or 0; default: 1000", readHistory)),
  numeric(flag("--history-size <MiB>", "memory for all kept versions in MiB; default: 256", readCount)),
  onOff("strict", "refuse request bodies that have unknown properties"),
  flag("--smtp <url>", "also deliver mails to this SMTP server, for example smtp://localhost:1025", readSmtp),
  onOff("allow-outbound", "allow webhooks to call other machines"),
  flag("--webhook-secret <secret>", "secret with which webhooks are signed", readSome),
  flag("--webhook-secret-file <file>", "file that contains the secret of --webhook-secret", readSome, "file"),
  FILES_FLAG,
  CONTROL_TOKEN,
  onOff("allow-remote-control", "let every client use the control plane without a token"),
  repeatable(
    flag("--control-origin <origin>", "another origin whose pages may use the control plane", readNamedOrigin),
  ),
]

export const DATA_FLAG = flag(
  "--data <where>",
  "store all worlds in a folder, a .sqlite or .db file, or postgres://…",
  readSome,
  "file",
)

export const LOG_FLAG = choice("--log <style>", "style of the log: pretty, json (one object per line) or silent", [
  "pretty",
  "json",
  "silent",
])

export const START_FLAGS = [
  { ...numeric(flag("--port <number>", "port to listen on, or 0 for any free port", readPort)), byDefault: 7575 },
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

/** Values of the flags of `start`. Values of repeatable flags are lists. */
export type ServeFlags = FlagsOf<typeof START_FLAGS>

export type FilesFlag = Pick<ServeFlags, "allowFiles">
