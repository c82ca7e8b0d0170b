/** What `hexarium.config.ts` or `.json` may say (control.md section 1, "config"): the flags of `start` and `exec`, by their names. */
export interface Config {
  /** For editors, in JSON. */
  readonly $schema?: string
  /** Fixture files that are loaded where none is named; from the folder of the config file. */
  readonly fixtures?: string | readonly string[]
  /** Port to listen on; 0 = any free one. Default 7575. */
  readonly port?: number
  /** Address to listen on. Default 127.0.0.1. */
  readonly host?: string
  /** Where clients reach the server, if not where it listens. */
  readonly publicUrl?: string
  /** Other host names that the server may be called by. */
  readonly allowHost?: string | readonly string[]
  /** Origins whose pages may use the API; any unless given. */
  readonly corsOrigin?: string | readonly string[]
  /** How time passes; as the fixture says unless given. */
  readonly clock?: "real" | "frozen" | "ticking"
  /** Where the clock begins, ISO 8601. */
  readonly now?: string
  /** Seed of IDs and tokens. */
  readonly seed?: number
  /** How many seconds tasks take by the world's clock. */
  readonly slowTasks?: number
  /** Refuses members of request bodies that the operation does not know. */
  readonly strict?: boolean
  /** Loads changed fixtures again. */
  readonly watch?: boolean
  /** Delivers mails there, too: `smtp://host:port`. */
  readonly smtp?: string
  /** Webhooks may leave the machine's loopback. */
  readonly allowOutbound?: boolean
  /** Further folders whose files fixtures may name; from the folder of the config file. */
  readonly allowFiles?: string | readonly string[]
  /** What clients of other machines show to use the control plane. */
  readonly controlToken?: string
  /** Everybody who reaches the server may use its control plane. */
  readonly allowRemoteControl?: boolean
  /** What is printed. Default pretty. */
  readonly log?: "pretty" | "json" | "silent"
  /** Keeps all worlds in a folder, a `.sqlite` or `.db` file, or `postgres://…`; paths from the folder of the config file. */
  readonly data?: string
  /** With `postgres://…`: what reads see of other servers' writes. Default fenced. */
  readonly reads?: "fenced" | "local"
  /** With `data`: loads the fixtures into `main` anew at each start. */
  readonly reload?: boolean
}

/** A config, or what makes one when it is read. */
export type ConfigInput = Config | (() => Config | Promise<Config>)

/**
 * Types a config file.
 *
 * ```ts
 * import { defineConfig } from "hexarium/config"
 * export default defineConfig({ fixtures: "world.yaml", port: 8080, clock: "frozen" })
 * ```
 */
export const defineConfig = (config: ConfigInput): ConfigInput => config
