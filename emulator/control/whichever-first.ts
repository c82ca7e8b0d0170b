/** Combines signals. With `AbortSignal.any`, every request would stay in memory as long as its world exists. */
export const whicheverFirst = (signals: readonly AbortSignal[]): Pick<AbortSignal, "aborted"> => ({
  get aborted() {
    return signals.some(({ aborted }) => aborted)
  },
})
