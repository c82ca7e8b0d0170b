import { inspect, type NamesOf, requireOptions } from "../src/model/index.ts"
import type { Patterns } from "../src/ports/index.ts"
import { EngineWorld, type World } from "../src/world/index.ts"
import { areNamed, isOrigin, type Reads } from "./api/index.ts"
import type { ProcessUsage, RemoteControl } from "./control/index.ts"
import type { PageFile } from "./pages/index.ts"
import { type AppWorlds, requireWorlds, Worlds, type WorldsOptions } from "./worlds/index.ts"

/** Options of `createApp`. */
export interface AppOptions extends WorldsOptions, RemoteControl {
  /** The world to serve as `main`. Set either `world` or `worlds`. */
  readonly world?: World
  /** Worlds that this app shares with another app or server. */
  readonly worlds?: AppWorlds
  /** Origins whose pages may call the API. Default: all origins. */
  readonly corsOrigins?: readonly string[]
  /** Whether pages from the `corsOrigins` origins may send credentials. Requires `corsOrigins`. */
  readonly corsCredentials?: boolean
  /** Host names that the server accepts in addition to loopback names (control.md section 4). */
  readonly allowedHosts?: readonly string[]
  /** Regular expression engine with lookaround and backreferences, for worlds whose ports do not define an engine. */
  readonly patterns?: Patterns
  /** Reads the files of the dashboard and the API reference. If undefined, these pages are not served. */
  readonly pageFile?: PageFile
  /** Path of the folder in which the dashboard and the API reference are, such as `/__hexarium`. Default: the root. */
  readonly pagesFolder?: string
  /** Measures the process, for `/metrics`. If undefined, the metrics of the process are left out. */
  readonly processUsage?: () => ProcessUsage
  /** How consistent reads are in worlds that several servers share. Default: `fenced`. */
  readonly reads?: Reads
  /**
   * Refuses unknown properties of request bodies with INVALID_PARAMS (errors.md section 3). Default: ignores them, as
   * the service does.
   */
  readonly strict?: boolean
  /** Counts what the requests use, for the route `coverage` of the control plane (insight.md section 5). Default: false. */
  readonly coverage?: boolean
  /** Called with every error that is a bug in Hexarium. */
  readonly onBug?: (error: unknown, operation: string) => void
}

export const APP_OPTIONS: NamesOf<AppOptions> = {
  ...{ world: true, corsOrigins: true, strict: true, allowedHosts: true, worlds: true, requestLogSize: true },
  ...{ history: true, historySize: true },
  ...{ controlToken: true, allowRemoteControl: true, controlOrigins: true, corsCredentials: true },
  ...{
    patterns: true,
    pageFile: true,
    pagesFolder: true,
    processUsage: true,
    reads: true,
    coverage: true,
    onBug: true,
  },
}

export function requireAppOptions<T extends AppOptions>(where: string, options: T, known: NamesOf<T>): void {
  if (options instanceof EngineWorld) throw new TypeError(`${where} takes an object of options: ${where}({ world })`)
  requireOptions(where, options, known)
  const { corsOrigins, corsCredentials, controlOrigins, allowedHosts } = options
  for (const [name, list] of Object.entries({ corsOrigins, controlOrigins, allowedHosts })) {
    // Refuses a string, because a string would be iterated character by character.
    if (list === undefined || Array.isArray(list)) continue
    throw new TypeError(`${where}: ${name} is a list of texts, not ${inspect(list)}`)
  }
  if (options.pagesFolder !== undefined && !/^(?:\/[\w.~-]+)*$/.test(options.pagesFolder)) {
    throw new TypeError(
      `${where}: pagesFolder: expected a path such as "/__hexarium", not ${inspect(options.pagesFolder)}`,
    )
  }
  const invalid = controlOrigins?.find((origin) => !isOrigin(origin))
  if (invalid !== undefined) {
    throw new TypeError(
      `${where}: controlOrigins: expected an origin such as https://app.example, not ${inspect(invalid)}`,
    )
  }
  if (corsCredentials && !areNamed(corsOrigins)) {
    throw new TypeError(`${where}: corsCredentials needs corsOrigins, each an origin such as https://app.example`)
  }
}

export function worldsToServe(options: AppOptions): Worlds {
  const { world, worlds } = options
  if (worlds !== undefined) return requireWorlds(worlds, "createApp: worlds: ")
  if (world === undefined) throw new TypeError("createApp needs a `world` or `worlds`")
  if (!(world instanceof EngineWorld)) {
    throw new TypeError(`createApp: world is what createWorld answers, not ${inspect(world)}`)
  }
  return new Worlds(world, options)
}
