// How the program is given its memory, wherever it is started: by `npm start`, by the trials and by what measures it.

/**
 * Small rooms: answers live for a moment, and room that once grew is not given back. What the program itself needs is a quarter of
 * the larger one; near it the collector comes sooner instead of letting garbage lie (decision 21).
 */
export const MEMORY = ['--max-semi-space-size=8', '--max-old-space-size=256']

export const MALLOC = {
  // Pictures and passwords are worked on by several threads; each would keep a room of its own for ever.
  MALLOC_ARENA_MAX: '2',
  // A picture's pixels go back to the system when they are done with, instead of leaving holes.
  MALLOC_MMAP_THRESHOLD_: '131072',
}
