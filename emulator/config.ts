/**
 * Settings in `hexarium.config.ts` or `.json` (control.md section 1, "config"). Each setting has the same name as the
 * corresponding flag of `start` and `exec`.
 */
export interface Config {
  /** URL or path of the JSON schema that editors use to check a JSON config. */
  readonly $schema?: string
  /** Fixture files to load if the command line names none. Paths are relative to the config file. */
  readonly fixtures?: string | readonly string[]
  /** Port to listen on; 0 picks any free port. Default 7575. */
  readonly port?: number
  /** Address to listen on. Default 127.0.0.1. */
  readonly host?: string
  /** URL that clients use, if it differs from the address that the server listens on. */
  readonly publicUrl?: string
  /** Additional host names under which the server accepts requests. */
  readonly allowHost?: string | readonly string[]
  /** Origins whose pages may call the API. Default: all origins. */
  readonly corsOrigin?: string | readonly string[]
  /** Allows pages from the `corsOrigin` origins to send credentials. */
  readonly corsCredentials?: boolean
  /** Clock mode. Default: the mode that the fixture sets. */
  readonly clock?: "real" | "frozen" | "ticking"
  /** Time at which the clock starts, in ISO 8601 format. */
  readonly now?: string
  /** Seed for generated IDs and tokens. */
  readonly seed?: number
  /** Duration of each task, in seconds of the world's clock. */
  readonly slowTasks?: number
  /** Refuses request bodies with unknown properties. */
  readonly strict?: boolean
  /** Reloads the fixtures when their files change. */
  readonly watch?: boolean
  /** SMTP server, as `smtp://host:port`, that also receives every mail. */
  readonly smtp?: string
  /** Allows webhooks to call addresses other than loopback addresses. */
  readonly allowOutbound?: boolean
  /** Additional folders whose files fixtures may use. Paths are relative to the config file. */
  readonly allowFiles?: string | readonly string[]
  /** Token that clients on other machines must send to use the control plane. */
  readonly controlToken?: string
  /** Lets every client that can reach the server use the control plane. */
  readonly allowRemoteControl?: boolean
  /** Additional origins whose pages may use the control plane. Default: none. */
  readonly controlOrigin?: string | readonly string[]
  /** Log format. Default `pretty`. */
  readonly log?: "pretty" | "json" | "silent"
  /** Where all worlds are stored: a folder, a `.sqlite` or `.db` file (relative to the config file), or `postgres://…`. */
  readonly data?: string
  /** If `data` is `postgres://…`: how consistent reads are with other servers' writes. Default `fenced`. */
  readonly reads?: "fenced" | "local"
  /** If `data` is set: loads the fixtures into the world `main` again at each start. */
  readonly reload?: boolean
}

/** A config, or a function that returns a config or a promise of a config. */
export type ConfigInput = Config | (() => Config | Promise<Config>)

/**
 * Returns the given config unchanged. Calling this function lets editors check the config's type.
 *
 * ```ts
 * import { defineConfig } from "hexarium/config"
 * export default defineConfig({ fixtures: "world.yaml", port: 8080, clock: "frozen" })
 * ```
 */
export const defineConfig = (config: ConfigInput): ConfigInput => config
