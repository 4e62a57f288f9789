import type { BrowserContext, Page } from '@playwright/test'

/** Errors of a page that no test asked about: exceptions, console errors, policy violations. */
export type Watch = {
  problems: string[]
  /** Allows problems that a test provokes, such as the browser's log of a 401. */
  allow: (...patterns: RegExp[]) => void
}

/** A busy server says so, and the screen asks again; one that does not fails what its test expects of it. */
const BUSY = /status of (429|503)/

function look(page: Page, report: (problem: string) => void): void {
  page.on('pageerror', (error) => report(`page error at ${page.url()}: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !BUSY.test(text))
      report(`console error at ${page.url()}: ${text} (${message.location().url})`)
    // Some builds report hydration and policy problems as warnings.
    else if (/Content.Security.Policy|hydrat/i.test(text)) report(`console ${message.type()} at ${page.url()}: ${text}`)
  })
}

export function watchContext(context: BrowserContext, watch: Watch & { report: (problem: string) => void }): void {
  for (const page of context.pages()) look(page, watch.report)
  context.on('page', (page) => look(page, watch.report))
}

export function createWatch(): Watch & { report: (problem: string) => void; unexpected: () => string[] } {
  const problems: string[] = []
  const allowed: RegExp[] = []
  return {
    problems,
    allow: (...patterns) => void allowed.push(...patterns),
    report: (problem) => void problems.push(problem),
    unexpected: () => problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
  }
}
