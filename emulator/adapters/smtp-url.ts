/** Options of nodemailer that a URL's query may set (nodemailer's page "SMTP transport"). Options of TLS begin with `tls.`. */
const OPTIONS: ReadonlySet<string> = new Set([
  "authMethod",
  "connectionTimeout",
  "debug",
  "dnsTimeout",
  "greetingTimeout",
  "ignoreTLS",
  "lmtp",
  "localAddress",
  "logger",
  "maxConnections",
  "maxMessages",
  "name",
  "opportunisticTLS",
  "pool",
  "proxy",
  "rateDelta",
  "rateLimit",
  "requireTLS",
  "secure",
  "socketTimeout",
  "transactionLog",
])

/**
 * Returns what a server's URL should be if it is no SMTP URL or has a part without effect. Returns undefined if the URL is valid. Never
 * repeats a part of the URL, because any part may belong to the password.
 */
export function smtpUrlFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === "") return "smtp://host:port"
  if (url.pathname !== "" && url.pathname !== "/") return "smtp://host:port without a path, which has no effect"
  if (text.includes("#")) return "smtp://host:port without #; in a password, # is %23"
  const isEffective = (name: string) => OPTIONS.has(name) || /^tls\../.test(name)
  if (text.includes("?") && (url.search === "" || ![...url.searchParams.keys()].every(isEffective))) {
    return "smtp://host:port with no other parameters than options of nodemailer, such as ?pool=true; in a password, ? is %3F"
  }
  return undefined
}
