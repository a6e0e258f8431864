import { serverNow } from '@aangan/web/api/server-clock.ts';

/** When the next code may be asked for, after one was sent; the server counts the same half minute. */
export const soon = (seconds = 30): string => new Date(serverNow() + seconds * 1000).toISOString();
