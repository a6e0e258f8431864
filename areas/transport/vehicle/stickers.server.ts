// Stickers for the front and the back seat: new codes at each printing, so that a lost or copied one stops to count.
import { labels, poster, qr, renderPdf } from '@aangan/server/documents/pdf.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import { franchisee, keepSheet } from '../../network/public.server.ts';
import { refuseTransport } from '../transport.refusals.ts';
import { cardHash, newCardCode, newShortCode } from './card-code.server.ts';
import { vehicleContract as contract } from './vehicle.contract.ts';
import { formatPlate } from './vehicle-fields.ts';

/** 105 mm: two A6 sheets side by side on A4. */
const HEIGHT = 400;

const SIDES = {
  VEHICLE_FRONT: { title: 'Front', text: 'Stick it where people get in. Scanned to begin a trip.' },
  VEHICLE_REAR: { title: 'Back seat', text: 'Stick it behind the last row. Scanned when the bus is empty.' },
} as const;

export const printStickers = handle(contract.printStickers, async (call) => {
  const { db, input, now } = call;
  const vehicle = await lockRow(db, 'vehicle', input.id);
  const reg = formatPlate(vehicle.reg_no);
  ensure(vehicle.status !== 'RETIRED', () => refuseTransport('vehicle.retired', { details: { reg } }));
  const centre = await franchisee(db, vehicle.franchisee_id);
  const subjects = ['VEHICLE_FRONT', 'VEHICLE_REAR'] as const;
  await db
    .updateTable('escort_card')
    .set({ status: 'REPLACED' })
    .where('franchisee_id', '=', vehicle.franchisee_id)
    .where('subject_id', '=', vehicle.id)
    .where('subject', 'in', subjects)
    .where('status', '=', 'ACTIVE')
    .execute();
  const made = subjects.map((subject) => ({ subject, code: newCardCode(), short: newShortCode() }));
  await db
    .insertInto('escort_card')
    .values(
      made.map(({ subject, code, short }) => ({
        franchisee_id: vehicle.franchisee_id,
        subject,
        subject_id: vehicle.id,
        card_hash: cardHash(code),
        short_code: short,
        status: 'ACTIVE',
        printed_at: now.toISOString(),
      })),
    )
    .execute();
  const title = `Stickers ${reg}`;
  const content = await renderPdf({
    title,
    bare: true,
    content: [
      labels(
        made.map(({ subject, code, short }) => [
          poster(SIDES[subject].title, { size: 30, bold: true, brand: true, gap: 4 }),
          poster(reg, { size: 24, bold: true, gap: 10 }),
          { ...qr(code, { size: 190 }), alignment: 'center' },
          poster(short, { size: 26, bold: true, gap: 6 }),
          poster(SIDES[subject].text, { size: 10, quiet: true, gap: 4 }),
          poster(centre?.companyName ?? '', { size: 9, quiet: true, gap: 0 }),
        ]),
        2,
        HEIGHT,
      ),
    ],
  });
  return keepSheet(call, {
    contract: contract.printStickers.name,
    about: { kind: 'vehicle', id: vehicle.id },
    title,
    content,
  });
});
