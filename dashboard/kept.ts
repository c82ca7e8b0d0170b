import { effect, type Signal, signal } from "@preact/signals"

/** A signal in the browser's storage. Works without storage, too. */
export function storedSignal(name: string, first: string): Signal<string> {
  const key = `hexarium-${name}`
  const value = signal(read(key) ?? first)
  effect(() => {
    try {
      localStorage.setItem(key, value.value)
    } catch {}
  })
  return value
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
