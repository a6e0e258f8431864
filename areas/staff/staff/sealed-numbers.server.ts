// PAN, bank, PF and ESI numbers of a person, sealed as one JSON at the row's place.
import { aad, open, seal } from '@aangan/server/work/seal.ts';
import { type SealedName, sealedNames } from './staff-fields.ts';

interface Place {
  readonly franchisee_id: number;
  readonly id: string;
}
export type SealedNumbers = Partial<Record<SealedName, string>>;

const placeOf = ({ franchisee_id, id }: Place): string => aad('staff', 'private', franchisee_id, id);

export const sealNumbers = (place: Place, numbers: SealedNumbers): Buffer | null =>
  Object.keys(numbers).length === 0 ? null : seal(JSON.stringify(numbers), placeOf(place));

export const openNumbers = (row: Place & { readonly private: Buffer | null }): SealedNumbers =>
  row.private === null ? {} : (JSON.parse(open(row.private, placeOf(row))) as SealedNumbers);

/** '••••234F' of each that is stored: enough to compare with a card, too little to use. */
export function maskNumbers(numbers: SealedNumbers): Record<SealedName, string | null> {
  const masked = (name: SealedName) => {
    const number = numbers[name];
    return number === undefined ? null : `••••${number.slice(-4)}`;
  };
  return Object.fromEntries(sealedNames.map((name) => [name, masked(name)])) as Record<
    SealedName,
    string | null
  >;
}
