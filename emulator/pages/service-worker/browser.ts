/** Browser types that Node's type definitions lack. They contain only the members that are used here. */

type Listener<E> = (event: E) => void

export interface Port {
  postMessage(message: unknown, transfer?: readonly unknown[]): void
  onmessage: Listener<{ readonly data: unknown }> | null
  close(): void
}

/** A page or worker that a service worker can send messages to. */
export interface ScopeClient {
  readonly id: string
  postMessage(message: unknown, transfer: readonly Port[]): void
}

export interface FetchEvent {
  readonly request: Request
  readonly clientId: string
  respondWith(answer: Promise<Response>): void
}

/** The global scope of a service worker. */
export interface WorkerScope {
  readonly location: { readonly href: string; readonly origin: string }
  readonly registration: { readonly scope: string }
  readonly clients: {
    matchAll(options: { readonly includeUncontrolled: boolean; readonly type: "all" }): Promise<readonly ScopeClient[]>
    claim(): Promise<void>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: "install" | "activate", listener: Listener<{ waitUntil(work: Promise<unknown>): void }>): void
  addEventListener(type: "fetch", listener: Listener<FetchEvent>): void
  addEventListener(
    type: "message",
    listener: Listener<{ readonly data: { readonly hexarium?: string }; readonly source: ScopeClient | null }>,
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

/** Type of `navigator.serviceWorker`. */
export interface Container {
  readonly controller: Installed | null
  register(script: string, options: { readonly scope?: string }): Promise<WorkerRegistration>
  startMessages(): void
  addEventListener(type: "message", listener: Listener<Message>): void
  addEventListener(type: "controllerchange", listener: () => void): void
  removeEventListener(type: "message", listener: Listener<Message>): void
  removeEventListener(type: "controllerchange", listener: () => void): void
}

/** The global scope of a page. */
export interface PageScope {
  readonly navigator: { readonly serviceWorker?: Container }
  readonly document?: { readonly baseURI: string }
}
