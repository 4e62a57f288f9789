import { create } from 'zustand'

/** What a student chose for every lesson, on this device. */
const KEYS = { cinema: 'cine', autoComplete: 'completar-al-terminar', rate: 'velocidad' } as const

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage is full or forbidden: the choice lasts for this visit.
  }
}

/** Null at the normal speed. */
export function readRate(): number | null {
  const rate = Number(read(KEYS.rate))
  return rate >= 0.25 && rate <= 4 && rate !== 1 ? rate : null
}

export const saveRate = (rate: number): void => write(KEYS.rate, String(rate))

type Settings = { cinema: boolean; autoComplete: boolean; toggle: (name: 'cinema' | 'autoComplete') => void }

export const useLessonSettings = create<Settings>()((set, get) => ({
  cinema: read(KEYS.cinema) === 'si',
  autoComplete: read(KEYS.autoComplete) !== 'no',
  toggle: (name) => {
    const on = !get()[name]
    write(KEYS[name], on ? 'si' : 'no')
    set({ [name]: on })
  },
}))
