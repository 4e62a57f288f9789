export const COUPONS_PATH = '/gestion/cupones'

export const couponPath = (id: number): string => `${COUPONS_PATH}/${id}`
