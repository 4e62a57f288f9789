import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules; in the second scheme only those that colours can break. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What they cover cannot be pressed before they close. */
const MODAL = 'dialog[open], [role="menu"]'
const TARGETS = 'target-size'

/** Pixels further down, more than a bar is high. */
const LOWER = 150

type Fault = { id: string; target: string; reasons: string }

const faultsIn = ({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): Fault[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const [, ...reasons] = failureSummary.split('\n')
      return { id, target: target.join(' '), reasons: reasons.join(' ').trim() }
    }),
  )

/** A bar fixed over the page may cover half a target, which is no fault of its size where scrolling frees it. */
async function notFreed(page: Page, small: Fault[], targets: AxeBuilder): Promise<Fault[]> {
  if (small.length === 0) return []
  await page.evaluate(`scrollTo(0, ${LOWER})`)
  const lower = new Set(faultsIn(await targets.analyze()).map(({ target }) => target))
  await page.evaluate('scrollTo(0, 0)')
  return small.filter(({ target }) => lower.has(target))
}

async function allFaults(page: Page): Promise<Fault[]> {
  const axe = new AxeBuilder({ page }).withTags(RULES)
  const targets = new AxeBuilder({ page }).withRules(TARGETS)
  if ((await page.locator(MODAL).count()) > 0) {
    // Only the targets on top must be large enough.
    const found = faultsIn(await axe.disableRules(TARGETS).analyze())
    targets.include(MODAL)
    return [...found, ...(await notFreed(page, faultsIn(await targets.analyze()), targets))]
  }
  const found = Map.groupBy(faultsIn(await axe.analyze()), ({ id }) => id === TARGETS)
  return [...(found.get(false) ?? []), ...(await notFreed(page, found.get(true) ?? [], targets))]
}

/** A list that fades back in is a shade too light for as long as it does; the note of a slow start waits 20 s. */
const SETTLED = `Promise.allSettled(document.getAnimations()
  .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime < 10_000)
  .map(({ finished }) => finished)).then(() => undefined)`

export async function violations(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  // Mantine follows in its own time; the worker's page has no Mantine.
  await page
    .locator(`html:is([data-mantine-color-scheme="${colorScheme}"], :not([data-mantine-color-scheme]))`)
    .waitFor({ state: 'attached' })
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')
  await expect(page.locator('[data-stale]')).toHaveCount(0)
  await page.evaluate(SETTLED)
  await page.evaluate('scrollTo(0, 0)')
  const found =
    colorScheme === 'dark'
      ? faultsIn(await new AxeBuilder({ page }).withRules(COLOUR_RULES).analyze())
      : await allFaults(page)
  return found.map(({ id, target, reasons }) => `${colorScheme} ${id}: ${target}: ${reasons}`)
}
