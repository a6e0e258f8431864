// The enquiry sheet (enquiries.md 6): what the counsellor holds in the hand when the family stands at the desk. Numbers are
// whole for whom they are whole on the screen; the file lives for a day, so that nothing erased lives on in it.
import {
  academicYearLabel,
  addDays,
  ageOn,
  formatAge,
  formatDate,
  formatDateTime,
  todayIst,
} from '@aangan/contract/period.ts';
import {
  facts,
  heading,
  letterhead,
  type Piece,
  paragraph,
  renderPdf,
  table,
} from '@aangan/server/documents/pdf.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { saveFile } from '@aangan/server/files/files.ts';
import { logAccess } from '@aangan/server/work/access-log.ts';
import { franchisee } from '../../network/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { enquiryOf } from '../enquiry/enquiry-detail.server.ts';
import type { EnquiryFull } from '../enquiry/enquiry-row.ts';
import { lineWords } from '../follow-up/line-words.ts';
import { enquirySheetContract } from './enquiry-sheet.contract.ts';

/** What fits on one page beside the rest. */
const LINES = 6;
const CHILDREN = 3;
const BLANK = 5;
const NOTE = 60;

export const printSheet = handle(enquirySheetContract.print, async (call) => {
  const { db, actor, now, request } = call;
  const one = await enquiryOf(call, call.input.enquiryCode);
  if (one.erasedAt !== null) throw refuseEnquiry('enquiry.read-only');
  await logAccess(
    db,
    actor,
    {
      action: 'PRINT',
      contract: enquirySheetContract.print.name,
      subjectKind: 'enquiry',
      subjectId: one.id,
      purpose: 'enquiry handling',
    },
    request,
  );
  const centre = await franchisee(db, one.franchiseeId);
  const title = `Enquiry ${one.enquiryCode}`;
  const today = todayIst(now);
  const fileId = await saveFile(db, {
    franchiseeId: one.franchiseeId,
    name: `${title} ${today}.pdf`,
    kind: 'enquiry-sheet',
    mime: 'application/pdf',
    sensitive: true,
    expiresOn: addDays(today, 1),
    content: await renderPdf({
      title,
      footer: `Made by ${actor.name} on ${formatDateTime(now)}`,
      content: [
        letterhead({
          name: centre?.companyName ?? '',
          lines: [centre?.cityName ?? ''].filter(Boolean),
          right: one.enquiryCode,
        }),
        ...childPieces(one, today),
        ...familyPieces(one),
        ...timelinePieces(one),
        ...blankPieces(),
      ],
    }),
  });
  return { fileId, name: `${title} ${today}.pdf` };
});

const day = (value: string | null): string | null => value && formatDate(value);
const instant = (value: string | null): string | null => value && formatDateTime(value);
const cut = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > NOTE ? `${line.slice(0, NOTE - 1)}…` : line;
};

function childPieces(one: EnquiryFull, today: string): Piece[] {
  const age = one.childDob ? ageOn(one.childDob, today) : null;
  return [
    heading(one.childName),
    facts(
      [
        ['Class', one.className],
        ['Programme', one.programme],
        [
          'Born',
          one.childDob &&
            `${formatDate(one.childDob)}${age ? `, ${formatAge(age)}` : ''}${one.dobApprox ? ' (about)' : ''}`,
        ],
        ['Stage', one.stage],
        ['Next follow-up', day(one.nextFollowUpOn)],
        one.appointmentAt ? ['Visit', instant(one.appointmentAt)] : ['Owner', one.ownerName],
      ],
      3,
    ),
  ];
}

function familyPieces(one: EnquiryFull): Piece[] {
  const others = one.contacts.filter(
    (contact) => contact.value !== one.mobile && contact.value !== one.email,
  );
  const children = one.family.slice(0, CHILDREN).map((child) => `${child.childName} (${child.stage})`);
  const students = one.students.flatMap((family) => family.children);
  return [
    heading('Family and source', 2),
    facts(
      [
        ['Parent', one.guardianName],
        [
          one.doNotCall ? 'Mobile (asked not to be called)' : 'Mobile',
          [one.mobile, ...others.map((contact) => contact.value)].filter(Boolean).slice(0, 2).join(', '),
        ],
        ['E-mail', one.email],
        ['Best time to call', one.preferredTime?.toLowerCase()],
        ['Source', cut([one.sourceName, one.campaign].filter(Boolean).join(' · '))],
        ['Asked on', `${formatDateTime(one.capturedAt)}, for ${academicYearLabel(one.academicYearId)}`],
      ],
      3,
    ),
    ...(children.length > 0 ? [paragraph(`Other children: ${children.join(', ')}`)] : []),
    ...(students.length > 0 ? [paragraph(`Studying here: ${students.join(', ')}`)] : []),
  ];
}

const timelinePieces = (one: EnquiryFull): Piece[] => [
  heading(one.timeline.length > LINES ? `What was, the newest ${LINES}` : 'What was', 2),
  table({
    columns: [
      { label: 'When', width: 95 },
      { label: 'What', width: 130 },
      { label: 'Note', width: '*' },
    ],
    rows: one.timeline
      .slice(0, LINES)
      .map((line) => [formatDateTime(line.at), cut(lineWords(line)).slice(0, 30), cut(line.note ?? '')]),
    empty: 'Nothing yet.',
    small: true,
  }),
];

const blankPieces = (): Piece[] => [
  table({
    columns: [{ label: 'Notes of the counsellor' }],
    rows: Array.from({ length: BLANK }, () => [' ']),
  }),
];
