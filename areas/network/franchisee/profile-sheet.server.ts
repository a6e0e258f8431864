// Centre profile on paper (network.md 6): two pages of what head office and the centre need to know of it.
import { academicYearOf, formatDate, formatDateTime, todayIst } from '@aangan/contract/period.ts';
import { facts, heading, letterhead, type Piece, renderPdf, table } from '@aangan/server/documents/pdf.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { keepSheet } from '../keep-sheet.server.ts';
import { PAPER_KINDS } from './centre-papers.contract.ts';
import { franchiseeContract } from './franchisee.contract.ts';
import { measureHealth } from './franchisee-health.server.ts';
import { centreAsked } from './franchisee-rows.server.ts';
import { detailOf } from './franchisee-view.server.ts';
import { strengthOf } from './seat.server.ts';

type Detail = Awaited<ReturnType<typeof detailOf>>;

export const makeProfileSheet = handle(franchiseeContract.profileSheet, async (call) => {
  const { db, actor, input, now } = call;
  const id = await centreAsked(db, actor, input);
  const centre = await detailOf({ db, actor, now }, id);
  const today = todayIst(now);
  const title = `Centre profile ${centre.label}`;
  const content = await renderPdf({
    title,
    header: title,
    footer: `Made by ${actor.name} on ${formatDateTime(now)}`,
    content: [
      letterhead({ name: centre.label, lines: addressOf(centre), right: 'Centre profile' }),
      ...masterPieces(centre),
      ...(await healthPieces(db, id, today)),
      ...(await seatPieces(db, id, today)),
      ...peoplePieces(centre),
      ...(await paperPieces(db, id)),
    ],
  });
  return keepSheet(call, {
    contract: franchiseeContract.profileSheet.name,
    about: { kind: 'franchisee', id: String(id) },
    title,
    content,
  });
});

const addressOf = (centre: Detail): string[] =>
  [
    [centre.address1, centre.address2, centre.landmark].filter(Boolean).join(', '),
    [centre.cityName, centre.pincode, centre.stateName].filter(Boolean).join(' '),
    [centre.phone, centre.email].filter(Boolean).join(' · '),
  ].filter((line) => line !== '');

const day = (value: string | null): string | null => value && formatDate(value);

const masterPieces = (centre: Detail): Piece[] => [
  facts(
    [
      ['Status', centre.status],
      ['Model', centre.model],
      ['Brand', centre.brandName],
      ['Zone', centre.zoneName],
      ['Zone head', centre.zoneHead?.name],
      ['Partner', centre.partner?.legalName],
      ['Legal name', centre.legalName],
      ['GSTIN', centre.gstin],
      ['Store code', centre.code],
      ['Signed on', day(centre.signedOn)],
      ['Opened on', day(centre.openedOn)],
      ['Agreement ends', day(centre.numbers.agreementTo)],
      ['Open', centre.opensAt && centre.closesAt ? `${centre.opensAt} – ${centre.closesAt}` : null],
      ['Place', centre.lat === null || centre.lng === null ? null : `${centre.lat}, ${centre.lng}`],
      ['Pincodes served', String(centre.numbers.pincodes)],
    ],
    3,
  ),
];

async function healthPieces(db: Db, id: number, today: string): Promise<Piece[]> {
  const { score, parts } = ensureFound((await measureHealth(db, [id], today)).get(id));
  return [
    heading(`Health: ${score ?? '–'}`, 2),
    table({
      columns: [
        { label: 'Part' },
        { label: 'Weight', width: 60, align: 'right' },
        { label: 'Counted', width: 110, align: 'right' },
        { label: 'Value', width: 60, align: 'right' },
      ],
      rows: parts.map((part) => [
        part.key.charAt(0).toUpperCase() + part.key.slice(1),
        String(part.weight),
        part.d ? `${part.n} of ${part.d}` : 'no data',
        part.value === null ? '–' : String(part.value),
      ]),
    }),
  ];
}

async function seatPieces(db: Db, id: number, today: string): Promise<Piece[]> {
  const classes = await strengthOf(db, [id], academicYearOf(today));
  const sum = (key: 'seats' | 'enrolled') => String(classes.reduce((all, one) => all + one[key], 0));
  return [
    heading('Seats this year', 2),
    table({
      columns: [
        { label: 'Class' },
        { label: 'Licensed', width: 80, align: 'right' },
        { label: 'Children', width: 80, align: 'right' },
      ],
      rows: classes.map((one) => [one.name, String(one.seats), String(one.enrolled)]),
      total: ['Together', sum('seats'), sum('enrolled')],
    }),
  ];
}

const peoplePieces = (centre: Detail): Piece[] => [
  heading('People', 2),
  table({
    columns: [{ label: 'Name' }, { label: 'Roles' }],
    rows: centre.people.slice(0, 60).map((person) => [person.name, person.roles]),
    empty: 'Nobody works here yet.',
  }),
];

async function paperPieces(db: Db, id: number): Promise<Piece[]> {
  const papers = await db
    .selectFrom('franchisee_document')
    .select(['kind', 'number', 'valid_to'])
    .where('franchisee_id', '=', id)
    .orderBy('valid_to', (order) => order.asc().nullsLast())
    .limit(60)
    .execute();
  return [
    heading('Documents', 2),
    table({
      columns: [{ label: 'Document' }, { label: 'Number', width: 160 }, { label: 'Valid to', width: 80 }],
      rows: papers.map((row) => [
        PAPER_KINDS[row.kind as keyof typeof PAPER_KINDS],
        row.number ?? '–',
        row.valid_to ? formatDate(row.valid_to) : '–',
      ]),
      empty: 'No document yet.',
    }),
  ];
}
