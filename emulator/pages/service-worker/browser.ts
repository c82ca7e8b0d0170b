/** What pages and service workers have besides what Node has: as much of it as is used here. */

type Heard<E> = (event: E) => void

/** One end of a channel. */
export interface Port {
  postMessage(message: unknown, transfer?: readonly unknown[]): void
  onmessage: Heard<{ readonly data: unknown }> | null
  close(): void
}

/** A page, or a worker, that a service worker can speak to. */
export interface ScopeClient {
  readonly id: string
  postMessage(message: unknown, transfer: readonly Port[]): void
}

export interface FetchEvent {
  readonly request: Request
  readonly clientId: string
  respondWith(answer: Promise<Response>): void
}

/** What a service worker has. */
export interface WorkerScope {
  readonly location: { readonly href: string; readonly origin: string }
  readonly registration: { readonly scope: string }
  readonly clients: {
    matchAll(options: { readonly includeUncontrolled: boolean; readonly type: "all" }): Promise<readonly ScopeClient[]>
    claim(): Promise<void>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: "install" | "activate", heard: Heard<{ waitUntil(work: Promise<unknown>): void }>): void
  addEventListener(type: "fetch", heard: Heard<FetchEvent>): void
  addEventListener(
    type: "message",
    heard: Heard<{ readonly data: { readonly hexarium?: string }; readonly source: ScopeClient | null }>,
  ): void
}

interface Installed {
  readonly scriptURL: string
  postMessage(message: unknown): void
}

export interface WorkerRegistration {
  readonly scope: string
  readonly installing: Installed | null
  readonly waiting: Installed | null
  readonly active: Installed | null
}

export interface Message {
  readonly data: unknown
  readonly ports: readonly Port[]
}

/** `navigator.serviceWorker`. */
export interface Container {
  readonly controller: Installed | null
  register(script: string, options: { readonly scope?: string }): Promise<WorkerRegistration>
  startMessages(): void
  addEventListener(type: "message", heard: Heard<Message>): void
  addEventListener(type: "controllerchange", heard: () => void): void
  removeEventListener(type: "message", heard: Heard<Message>): void
  removeEventListener(type: "controllerchange", heard: () => void): void
}

/** What a page has. */
export interface PageScope {
  readonly navigator: { readonly serviceWorker?: Container }
  readonly document?: { readonly baseURI: string }
}
