import { labels, poster, qr, renderPdf } from '@aangan/server/documents/pdf.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { keepSheet } from '../../network/public.server.ts';
import { atHeadOffice } from '../head-office.server.ts';
import { kitTypeNames } from '../kit-types.ts';
import { shipmentContract as contract } from './shipment.contract.ts';

interface Label {
  code: string;
  whom: string;
  of: string;
  kitType: string;
  centre: string;
  shipmentNo: string;
  qty: number;
  box: number;
  boxes: number;
}

const ACROSS = 2;
/** 50 mm. */
const HEIGHT = 142;

/** First name and initial: a label travels through many hands. */
const shortName = (name: string): string => {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const last = rest.at(-1);
  return last ? `${first} ${last.charAt(0)}.` : first;
};

export const printLabels = handle(contract.labels, (call) =>
  atHeadOffice(call.db, call.actor, async () => {
    const { db, input } = call;
    const { rows } = await sql<Label>`
      select x.label_code as code, coalesce(s.name, '') as whom, coalesce(c.name, '') as of, o.kit_type as "kitType", f.company_name as centre,
        p.shipment_no as "shipmentNo", x.qty, x.box_no as box, p.boxes
        from shipment_line x join shipment p on p.franchisee_id = x.franchisee_id and p.id = x.shipment_id
        join kit_order o on o.franchisee_id = p.franchisee_id and o.id = p.order_id join franchisee f on f.id = x.franchisee_id
        join kit_order_line l on l.franchisee_id = x.franchisee_id and l.id = x.line_id
        left join student s on s.franchisee_id = l.franchisee_id and s.id = l.student_id left join class c on c.id = l.class_id
       where p.id = any (${input.ids}::uuid[]) and p.status <> 'CANCELLED' order by p.shipment_no, x.box_no, l.line_no`.execute(
      db,
    );
    const [first] = rows;
    const title = `Labels ${ensureFound(first).shipmentNo.replaceAll('/', '-')}`;
    return keepSheet(call, {
      contract: contract.labels.name,
      about: { kind: 'shipment', id: input.ids[0] ?? '' },
      title,
      content: await renderPdf({
        title,
        bare: true,
        content: [
          labels(
            rows.map((row) => [
              qr(row.code, { size: 62, caption: row.code }),
              poster(row.whom === '' ? row.centre : shortName(row.whom), { size: 13, bold: true, gap: 2 }),
              poster([row.of, kitTypeNames[row.kitType] ?? row.kitType].filter(Boolean).join(' · '), {
                size: 9,
                gap: 2,
              }),
              poster(`${row.centre} · ${row.shipmentNo}`, { size: 8, quiet: true, gap: 2 }),
              poster(`Box ${row.box} of ${row.boxes}${row.qty > 1 ? ` · ${row.qty} kits` : ''}`, {
                size: 8,
                quiet: true,
                gap: 0,
              }),
            ]),
            ACROSS,
            HEIGHT,
          ),
        ],
      }),
    });
  }),
);
