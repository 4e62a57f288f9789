import { expect, type Locator, type Page } from '@playwright/test'

/** Waits until what was typed is stored. */
export const isSaved = (within: Page | Locator) =>
  expect(within.getByText(/^Guardado \d\d:\d\d$/).first()).toBeVisible()
