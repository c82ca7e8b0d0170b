/** Combines signals. `AbortSignal.any` would keep every request in memory as long as the request's world exists. */
export const whicheverFirst = (signals: readonly AbortSignal[]): Pick<AbortSignal, "aborted"> => ({
  get aborted() {
    return signals.some(({ aborted }) => aborted)
  },
})
