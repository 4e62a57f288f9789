/** Where this device stores what a user did without a connection; a logout deletes it. */
export const unsentKey = (user: number): string => `sin-enviar-${user}`
