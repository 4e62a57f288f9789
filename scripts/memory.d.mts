export const MEMORY: string[]
export const MALLOC: Record<'MALLOC_ARENA_MAX' | 'MALLOC_MMAP_THRESHOLD_', string>
