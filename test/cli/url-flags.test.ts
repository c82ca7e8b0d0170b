import { describe, expect, test } from "vitest"
import { smtpDelivery } from "../../emulator/adapters/smtp.ts"
import { type Read, readBaseUrl, readSmtp } from "../../emulator/cli/flags/values.ts"

/** Returns the message with which a flag refuses a value, or null if the flag takes the value. */
function refusalOf(read: Read, text: string): string | null {
  try {
    read(text)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

describe("URLs in flags: parts without effect are refused (cli.md, start)", () => {
  test.each([
    "smtp://localhost:1025",
    "smtp://localhost:1025/",
    "smtps://ann:s3cret@mail.test",
    "smtp://mail.test?pool=true&maxConnections=1",
    "smtp://mail.test:25/?tls.rejectUnauthorized=false&requireTLS=true",
    "smtp://mail.test?connectionTimeout=500&name=shop.test",
    "smtp://ann:a%23b%3Fc@mail.test",
  ])("--smtp takes %s", (url) => {
    expect(refusalOf(readSmtp, url)).toBeNull()
  })

  test.each([
    ["smtp://ann:s3cret@mail.test/inbox", /path, which has no effect/],
    ["smtp://ann:s3cret@mail.test/x?y", /path, which has no effect/],
    ["smtp://ann:s3cret@mail.test?y", /options of nodemailer/],
    ["smtp://ann:s3cret@mail.test?pool=true&to=bob", /options of nodemailer/],
    ["smtp://ann:s3cret@mail.test?Pool=true", /options of nodemailer/],
    ["smtp://ann:s3cret@mail.test?tls.", /options of nodemailer/],
    ["smtp://ann:s3cret@mail.test?", /options of nodemailer/],
    ["smtp://ann:s3cret@mail.test#x", /without #; in a password, # is %23/],
    ["smtp://ann:1#s3cret@mail.test", /without #; in a password, # is %23/],
    ["smtp://ann:1?s3cret@mail.test", /in a password, \? is %3F/],
    ["http://ann:s3cret@mail.test", /smtp:\/\/host:port/],
  ])("--smtp refuses %s without repeating it", (url, message) => {
    const refusal = refusalOf(readSmtp, url)
    expect(refusal).toMatch(message)
    expect(refusal).not.toMatch(/s3cret|ann|mail\.test/)
    expect(() => smtpDelivery(url)).toThrow(message)
    expect(() => smtpDelivery(url)).not.toThrow(/s3cret/)
  })

  test.each(["https://a.test", "http://localhost:8080/w/main", "https://a.test/", "http://[::1]:1"])(
    "a base URL may be %s",
    (url) => {
      expect(refusalOf(readBaseUrl, url)).toBeNull()
    },
  )

  test.each([
    "https://a.test?x=s3cret",
    "https://a.test?",
    "https://a.test/w/main?",
    "https://a.test#",
    "https://a.test/#s3cret",
    "https://ann@a.test",
    "https://ann:s3cret@a.test",
    "https://:s3cret@a.test",
    "ftp://a.test",
  ])("a base URL can't be %s", (url) => {
    const refusal = refusalOf(readBaseUrl, url)
    expect(refusal).toMatch(/without user, query and fragment/)
    expect(refusal).not.toContain("s3cret")
  })
})
