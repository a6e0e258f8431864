// The declared lists of this process: exports find their rows here, and the all-lists suite walks them.
import type { AnyListing } from '@aangan/contract/listing.ts';
import type { ExportSource } from '../endpoint/area-extras.ts';

export interface RegisteredListing {
  readonly listing: AnyListing;
  readonly source: ExportSource;
}

const listings = new Map<string, RegisteredListing>();

/** Refuses two lists of one name. */
export function registerListing(one: RegisteredListing): void {
  if (listings.has(one.listing.name)) throw new Error(`Two listings are called '${one.listing.name}'`);
  listings.set(one.listing.name, one);
}

/** Every list that `serveListing` served. */
export const servedListings = (): readonly RegisteredListing[] => [...listings.values()];
