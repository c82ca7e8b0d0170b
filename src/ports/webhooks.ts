/** Sends webhooks of actions. */
export interface Webhooks {
  /**
   * One POST of JSON, no retry, 10 s at most. Resolves to the status of the answer; rejects with an Error that tells why
   * there was none (also when the target is outside the loopback and outbound calls are not allowed).
   */
  post(url: string, body: unknown): Promise<number>
}
