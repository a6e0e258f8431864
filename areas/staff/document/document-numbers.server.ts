import { aad, open, seal } from '@aangan/server/work/seal.ts';

interface Place {
  readonly franchisee_id: number;
  readonly id: string;
}

const placeOf = ({ franchisee_id, id }: Place): string =>
  aad('staff_document', 'number_sealed', franchisee_id, id);

export const sealNumber = (place: Place, number: string): Buffer => seal(number, placeOf(place));

/** '••••1234': enough to compare with the document, too little to use. */
export function maskedNumber(row: Place & { readonly number_sealed: Buffer | null }): string | null {
  return row.number_sealed === null ? null : `••••${open(row.number_sealed, placeOf(row)).slice(-4)}`;
}
