// Written by `npm run schema` from emulator/cli/flags/serve-flags.ts.

/** Settings with the names and meanings of the flags of `start`. */
export interface StartSettings {
  /** Port to listen on, or 0 for any free port; default: 7575. */
  readonly port?: number
  /** Address to listen on; default: 127.0.0.1. */
  readonly host?: string
  /** Style of the log: pretty, json (one object per line) or silent; default: pretty. */
  readonly log?: "pretty" | "json" | "silent"
  /** Reload changed fixtures; a faulty fixture leaves the running world unchanged. */
  readonly watch?: boolean
  /** Store all worlds in a folder, a .sqlite or .db file, or postgres://…; a path is relative to the config file. */
  readonly data?: string
  /** Reads of a PostgreSQL store: fenced (see every server's writes) or local (faster). */
  readonly reads?: "fenced" | "local"
  /** Load the fixtures into main again, even if the store of --data has a world main. */
  readonly reload?: boolean
  /** Base URL of all links; default: the address that the server listens on. */
  readonly publicUrl?: string
  /** Another host name for requests to the server. */
  readonly allowHost?: string | readonly string[]
  /** Origin whose pages may use the API; default: any. */
  readonly corsOrigin?: string | readonly string[]
  /** Let pages of --cors-origin send credentials; needs --cors-origin. */
  readonly corsCredentials?: boolean
  /** Mode of the clock: real, frozen (only commands move it) or ticking (runs from --now). */
  readonly clock?: "real" | "frozen" | "ticking"
  /** Time at the start (ISO 8601); without --clock, the clock is frozen. */
  readonly now?: string
  /** Seed for generated IDs and tokens. */
  readonly seed?: number
  /** Duration of tasks in seconds of the world's clock; default: 0. */
  readonly slowTasks?: number
  /** Changes per world whose versions are kept, or 0; default: 1000. */
  readonly history?: number
  /** Memory for all kept versions in MiB; default: 256. */
  readonly historySize?: number
  /** Refuse request bodies that have unknown properties. */
  readonly strict?: boolean
  /** Also deliver mails to this SMTP server, for example smtp://localhost:1025. */
  readonly smtp?: string
  /** Allow webhooks to call other machines. */
  readonly allowOutbound?: boolean
  /** Secret with which webhooks are signed. */
  readonly webhookSecret?: string
  /** File that contains the secret of --webhook-secret; a path is relative to the config file. */
  readonly webhookSecretFile?: string
  /** Another folder whose files fixtures may refer to; a path is relative to the config file. */
  readonly allowFiles?: string | readonly string[]
  /** The bearer token that clients on other machines must send to the control plane. */
  readonly controlToken?: string
  /** Let every client use the control plane without a token. */
  readonly allowRemoteControl?: boolean
  /** Another origin whose pages may use the control plane. */
  readonly controlOrigin?: string | readonly string[]
}
