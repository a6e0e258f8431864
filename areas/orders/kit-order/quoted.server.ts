// What a quote says of any offer, of kits or of pieces: money, dates, credit, and a signature that holds for 15 minutes.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import type { Paise } from '@aangan/money/paise.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { isSigned, sign } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { creditOf } from './credit.server.ts';
import { refuseOrder } from './kit-order.refusals.ts';
import { QUOTE_MINUTES } from './kit-order.states.ts';
import { type Availability, arrivesOn } from './order-prices.server.ts';

export interface OfferFacts {
  readonly subtotal: Paise;
  readonly tax: Paise;
  readonly total: number;
  readonly warehouse: { id: string; sameState: boolean };
  readonly availability: readonly Availability[];
  /** Tracked pieces, by product. */
  readonly needed: ReadonlyMap<string, number>;
}

/** What is signed: whatever of it changes makes the quote void. */
export type QuotedText = readonly unknown[];

/** When all of it arrives: the day the last piece can go, and the way. Null: no date yet. */
export function promiseOf({ availability, warehouse }: OfferFacts, today: Day): Day | null {
  const days = availability.filter(({ backordered }) => backordered > 0).map(({ shipOn }) => shipOn);
  const last = days.reduce((day, on) => (day === null || on === null ? null : on > day ? on : day), today);
  return last === null ? null : arrivesOn(last, warehouse.sameState);
}

const textOf = (quoted: QuotedText, validUntil: string): string => JSON.stringify([...quoted, validUntil]);

export async function quoteOf(
  db: Db,
  {
    franchiseeId,
    offer,
    quoted,
    now,
  }: { franchiseeId: number; offer: OfferFacts; quoted: QuotedText; now: Date },
) {
  const on = todayIst(now);
  const credit = await creditOf(db, { franchiseeId, on, lock: false });
  const validUntil = new Date(now.getTime() + QUOTE_MINUTES * 60_000).toISOString();
  return {
    subtotal: offer.subtotal,
    tax: offer.tax,
    total: offer.total,
    short: offer.availability.filter(({ backordered }) => backordered > 0),
    promisedOn: promiseOf(offer, on),
    credit: credit === null ? null : { ...credit, after: credit.exposure + offer.total },
    quote: `${validUntil}|${sign(textOf(quoted, validUntil))}`,
  };
}

/** The offer is the one that was quoted, and not older than 15 minutes. */
export function ensureQuoted(quote: string, quoted: QuotedText, now: Date): void {
  const [validUntil = '', signature = ''] = quote.split('|');
  ensure(Date.parse(validUntil) >= now.getTime() && isSigned(textOf(quoted, validUntil), signature), () =>
    refuseOrder('order.quote-changed'),
  );
}
