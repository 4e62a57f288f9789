/**
 * Small semi-spaces, because requests are short-lived; a limited old space, so that garbage is collected early
 * (docs/decisions/0019).
 */
export const MEMORY = ['--max-semi-space-size=8', '--max-old-space-size=256']

export const MALLOC = {
  // Otherwise each worker thread reserves a malloc arena.
  MALLOC_ARENA_MAX: '2',
  // Returns large pixel buffers to the system at once.
  MALLOC_MMAP_THRESHOLD_: '131072',
}
