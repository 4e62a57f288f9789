import { create } from 'zustand'
import { deviceStore } from '../../../lib/storage'

/** What a student chose for every lesson, on this device. */
const KEYS = { cinema: 'cine', autoComplete: 'completar-al-terminar', rate: 'velocidad' } as const

/** Null at the normal speed. */
export function readRate(): number | null {
  const rate = Number(deviceStore.getItem(KEYS.rate))
  return rate >= 0.25 && rate <= 4 && rate !== 1 ? rate : null
}

export const saveRate = (rate: number): void => deviceStore.setItem(KEYS.rate, String(rate))

type Settings = { cinema: boolean; autoComplete: boolean; toggle: (name: 'cinema' | 'autoComplete') => void }

export const useLessonSettings = create<Settings>()((set, get) => ({
  cinema: deviceStore.getItem(KEYS.cinema) === 'si',
  autoComplete: deviceStore.getItem(KEYS.autoComplete) !== 'no',
  toggle: (name) => {
    const on = !get()[name]
    deviceStore.setItem(KEYS[name], on ? 'si' : 'no')
    set({ [name]: on })
  },
}))
