/** By whom a form's tries are counted: one household has a whole /64 of IPv6 addresses. */
export const visitorOf = (ip: string): string =>
  ip.includes(':') ? ip.split(':').slice(0, 4).join(':') : ip;
