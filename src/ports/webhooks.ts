/** Sends webhooks of actions. */
export interface Webhooks {
  /**
   * Sends one POST request with a JSON body, without retries, within 10 s. Resolves to the response status. Rejects if no response
   * arrives, or if the target is not a loopback address and outbound calls are not allowed.
   */
  post(url: string, body: unknown): Promise<number>
}
