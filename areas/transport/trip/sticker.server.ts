import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { cardHash } from '../vehicle/card-code.server.ts';
import { formatPlate } from '../vehicle/vehicle-fields.ts';

interface Sticker {
  readonly side: 'VEHICLE_FRONT' | 'VEHICLE_REAR';
  readonly vehicleId: string;
  readonly reg: string;
  /** Read by hand below the picture. */
  readonly short: boolean;
}

/** The sticker of a vehicle of the centre that counts, by its picture or by its six characters. */
export async function stickerOf(db: Db, franchiseeId: number, code: string): Promise<Sticker | null> {
  const text = code.trim().toUpperCase();
  const row = await db
    .selectFrom('escort_card as c')
    .innerJoin('vehicle as v', (on) =>
      on.onRef('v.franchisee_id', '=', 'c.franchisee_id').onRef('v.id', '=', 'c.subject_id'),
    )
    .select(['c.subject', 'c.short_code', 'v.id', 'v.reg_no'])
    .where('c.franchisee_id', '=', franchiseeId)
    .where('c.status', '=', 'ACTIVE')
    .where('c.subject', 'in', ['VEHICLE_FRONT', 'VEHICLE_REAR'])
    .where((or) => or.or([or('c.short_code', '=', text), or('c.card_hash', '=', cardHash(text))]))
    .executeTakeFirst();
  if (row?.subject !== 'VEHICLE_FRONT' && row?.subject !== 'VEHICLE_REAR') return null;
  return {
    side: row.subject,
    vehicleId: row.id,
    reg: formatPlate(row.reg_no),
    short: row.short_code === text,
  };
}
