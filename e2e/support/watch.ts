import type { BrowserContext, Page } from '@playwright/test'

/** What went wrong in a page without anybody asking: errors, console errors, refused policies. */
export type Watch = {
  problems: string[]
  /** Problems that a test provokes on purpose, e.g. the browser's note about a 401. */
  allow: (...patterns: RegExp[]) => void
}

function look(page: Page, report: (problem: string) => void): void {
  page.on('pageerror', (error) => report(`page error at ${page.url()}: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error') report(`console error at ${page.url()}: ${text} (${message.location().url})`)
    // Hydration notices and policy reports come as warnings in some builds.
    else if (/Content.Security.Policy|hydrat/i.test(text)) report(`console ${message.type()} at ${page.url()}: ${text}`)
  })
}

/** Watches every page of a context. */
export function watchContext(context: BrowserContext, watch: Watch & { report: (problem: string) => void }): void {
  for (const page of context.pages()) look(page, watch.report)
  context.on('page', (page) => look(page, watch.report))
}

/** An empty list of problems. */
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
