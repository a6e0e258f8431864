// How things are done: folders, sections with their versions, who must read them, and who has: Andheri three quarters, Baner all.
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';
import { type Block, plainOf, readSeconds } from '../version/blocks.ts';

const HEAD_OFFICE = 1;
const HOUR = 'T11:00:00+05:30';

const FOLDERS = ['Opening and closing', 'Health', 'Safety', 'Parents', 'Fees and uniforms', 'Staff'] as const;
type Folder = (typeof FOLDERS)[number];

// biome-ignore format: a table
const SECTIONS: readonly [Folder, string, string, readonly string[]][] = [
  ['Opening and closing', 'SOP-OPEN-001', 'Opening the centre in the morning', ['Unlock both gates and walk the building', 'Switch on the lights and check the water', 'Test the CCTV screen']],
  ['Opening and closing', 'SOP-OPEN-002', 'Closing the centre', ['Count the children out', 'Check the washrooms', 'Lock the gates']],
  ['Opening and closing', 'SOP-OPEN-003', 'Power cut during the day', ['Bring the children to the ground floor', 'Start the inverter', 'Tell the parents of late batches']],
  ['Opening and closing', 'SOP-OPEN-004', 'Handing over the keys', ['Sign the key register', 'Tell the centre head']],
  ['Health', 'SOP-HLTH-001', 'Child sickness and fever', ['Measure the temperature', 'Call the parent within 15 minutes', 'Note it in the day of the child']],
  ['Health', 'SOP-HLTH-002', 'Giving medicine', ['Ask for the written consent', 'Two adults check name and dose', 'Write down the time']],
  ['Health', 'SOP-HLTH-003', 'Allergies and food', ['Read the allergy list each morning', 'Serve the marked plates first']],
  ['Health', 'SOP-HLTH-004', 'Hand washing', ['Before food', 'After the washroom', 'After the sand pit']],
  ['Safety', 'SOP-SAFE-001', 'Fire drill', ['Ring the bell', 'Walk to the meeting point', 'Count the children', 'Note the minutes']],
  ['Safety', 'SOP-SAFE-002', 'Handing a child over at the gate', ['Ask for the pick-up card', 'Compare the picture', 'Call the guardian when in doubt']],
  ['Safety', 'SOP-SAFE-003', 'Visitors', ['Note name and time', 'Never leave a visitor alone with children']],
  ['Safety', 'SOP-SAFE-004', 'A child is missing', ['Lock the gates', 'Search room by room', 'Call the centre head at once', 'Call the parents after ten minutes']],
  ['Parents', 'SOP-PRNT-001', 'Meeting a new family', ['Greet by name', 'Walk the class rooms', 'Explain the day']],
  ['Parents', 'SOP-PRNT-002', 'Complaints of parents', ['Listen to the end', 'Write a ticket', 'Answer within one day']],
  ['Parents', 'SOP-PRNT-003', 'Pictures of children', ['Ask for the consent first', 'Only the centre’s telephone']],
  ['Parents', 'SOP-PRNT-004', 'Parent meetings', ['Invite a week ahead', 'Keep the notes']],
  ['Fees and uniforms', 'SOP-FEES-001', 'Taking cash', ['Count it before the parent', 'Give the receipt at once', 'Deposit it the same day']],
  ['Fees and uniforms', 'SOP-FEES-002', 'Refunds of fees', ['Ask for the written request', 'Send it for approval']],
  ['Fees and uniforms', 'SOP-FEES-003', 'Uniform sizes', ['Measure the height', 'Add one size for the year']],
  ['Fees and uniforms', 'SOP-FEES-004', 'Late payment', ['Call after five days', 'Send the link']],
  ['Staff', 'SOP-STAF-001', 'The first day of a teacher', ['Show the class room', 'Sign the child safety policy']],
  ['Staff', 'SOP-STAF-002', 'Leave and substitutes', ['Ask two days ahead', 'Tell the parents of the class']],
  ['Staff', 'SOP-STAF-003', 'Dress and telephone', ['No telephone in class', 'Wear the badge']],
  ['Staff', 'SOP-STAF-004', 'Reporting a worry about a child', ['Tell the centre head the same day', 'Write only what was seen']],
];

/** Taken out of what must be read; and one that nobody has approved yet. */
const ARCHIVED = 'SOP-STAF-003';
const UNPUBLISHED = [
  'SOP-SAFE-005',
  'Excursions',
  ['Two adults for eight children', 'Count at every stop'],
] as const;

const [TEACHER, COUNSELLOR, HEAD_FOFO, HEAD_COCO] = [10, 9, 5, 6];
/** Who must acknowledge: two folders for everybody at a centre, one more for heads. */
const DUTIES: readonly [Folder, number, 'READ' | 'ACKNOWLEDGE'][] = [
  ...[TEACHER, COUNSELLOR, HEAD_FOFO, HEAD_COCO].flatMap(
    (role): [Folder, number, 'READ' | 'ACKNOWLEDGE'][] => [
      ['Health', role, role === COUNSELLOR ? 'READ' : 'ACKNOWLEDGE'],
      ['Safety', role, 'ACKNOWLEDGE'],
      ['Opening and closing', role, 'READ'],
      ['Parents', role, role === COUNSELLOR ? 'ACKNOWLEDGE' : 'READ'],
      ['Staff', role, 'READ'],
    ],
  ),
  ...[HEAD_FOFO, HEAD_COCO].map((role): [Folder, number, 'READ' | 'ACKNOWLEDGE'] => [
    'Fees and uniforms',
    role,
    'ACKNOWLEDGE',
  ]),
];

const folderId = (name: Folder) => demoUuid('sop-folder', name);
const sectionId = (code: string) => demoUuid('sop-section', code);

const bodyOf = (code: string, title: string, steps: readonly string[], more?: string): Block[] => [
  { id: demoUuid('sop-block', code, 'head'), kind: 'HEADING', text: title },
  {
    id: demoUuid('sop-block', code, 'text'),
    kind: 'TEXT',
    text: `Why it matters\n\nEvery centre does it the same way, so that children are safe and parents know what to expect.${more ? `\n\n${more}` : ''}`,
  },
  { id: demoUuid('sop-block', code, 'steps'), kind: 'CHECKLIST', title: 'Steps', items: [...steps] },
];

export async function writeSop(client: Client, today: Day): Promise<void> {
  const author = headOffice.operations.id;
  const approver = headOffice.superadmin.id;
  await insertRows(
    client,
    'sop_folder',
    FOLDERS.map((name, i) => ({ franchisee_id: HEAD_OFFICE, id: folderId(name), name, position: i + 1 })),
  );
  await insertRows(
    client,
    'sop_section',
    SECTIONS.map(([folder, code, title], i) => ({
      franchisee_id: HEAD_OFFICE,
      id: sectionId(code),
      folder_id: folderId(folder),
      code,
      title,
      owner_id: author,
      position: (i % 4) + 1,
      status: code === ARCHIVED ? 'ARCHIVED' : 'PUBLISHED',
      // Two are due for a review, the others later.
      review_by: addDays(today, i < 2 ? -5 : 60 + i),
    })),
  );
  const versionOf = (i: number) => {
    const [, code, title, steps] = SECTIONS[i] as (typeof SECTIONS)[number];
    return { code, title, steps };
  };
  const published = (i: number, major: number, day: Day, note: string | null, more?: string) => {
    const { code, title, steps } = versionOf(i);
    const body = bodyOf(code, title, steps, more);
    return {
      franchisee_id: HEAD_OFFICE,
      id: demoUuid('sop-version', code, major),
      section_id: sectionId(code),
      major,
      minor: 0,
      change_kind: 'MAJOR',
      change_note: note,
      body,
      plain: body.map(plainOf).join('\n'),
      read_s: readSeconds(body),
      author_id: author,
      submitted_at: `${addDays(day, -4)}${HOUR}`,
      approved_by: approver,
      approved_at: `${addDays(day, -2)}${HOUR}`,
      effective_from: day,
      told_on: day <= today ? day : null,
      status: 'PUBLISHED',
    };
  };
  await insertRows(
    client,
    'sop_version',
    SECTIONS.map((_, i) => published(i, 1, addDays(today, -90), null)),
  );
  await insertRows(
    client,
    'sop_duty',
    DUTIES.map(([folder, role, duty]) => ({
      franchisee_id: HEAD_OFFICE,
      folder_id: folderId(folder),
      role_id: role,
      duty,
      given_on: addDays(today, -90),
    })),
  );
  await writeAcknowledgements(client, today);
  // Changed since: everybody who had read it reads it again. Another takes effect next week.
  const fever = SECTIONS.findIndex(([, code]) => code === 'SOP-HLTH-001');
  const drill = SECTIONS.findIndex(([, code]) => code === 'SOP-SAFE-001');
  await insertRows(client, 'sop_version', [
    published(
      fever,
      2,
      addDays(today, -3),
      'Call the parent within 10 minutes.',
      'Call the parent within 10 minutes.',
    ),
    published(
      drill,
      2,
      addDays(today, 7),
      'The meeting point is counted twice.',
      'Count the children twice at the meeting point.',
    ),
  ]);
  // Baner has read the change too.
  await acknowledge(client, {
    centre: BANER,
    code: 'SOP-HLTH-001',
    major: 2,
    at: `${addDays(today, -1)}${HOUR}`,
  });
  await writeWork(client, today);
}

/** Baner has read everything, Andheri three quarters of it. */
async function writeAcknowledgements(client: Client, today: Day): Promise<void> {
  await client.query(
    `insert into sop_ack (franchisee_id, section_id, version_id, major, user_id, acknowledged_at, read_s)
     select c.franchisee_id, c.section_id, c.version_id, c.major, c.user_id, ($1::date - 60 + (('x' || left(md5(c.user_id::text || c.section_id::text), 4))::bit(16)::int % 50))::timestamptz + interval '10 hours', 60
       from (select c.*, row_number() over (partition by c.franchisee_id order by md5(c.section_id::text || c.user_id::text)) as n, count(*) over (partition by c.franchisee_id) as all_of
               from sop_states($1) c where c.state = 'OUTSTANDING' and c.franchisee_id in ($2, $3)) c
      where c.franchisee_id = $3 or c.n <= floor(c.all_of * 0.85)`,
    [today, ANDHERI, BANER],
  );
}

const acknowledge = (
  client: Client,
  { centre, code, major, at }: { centre: number; code: string; major: number; at: string },
) =>
  client.query(
    `insert into sop_ack (franchisee_id, section_id, version_id, major, user_id, acknowledged_at, read_s)
     select franchisee_id, section_id, $3, $4, user_id, $5, 60 from sop_ack where franchisee_id = $1 and section_id = $2 and major = 1`,
    [centre, sectionId(code), demoUuid('sop-version', code, major), major, at],
  );

/** What authors work on: a change for approval, a draft, and Andheri's own section. */
async function writeWork(client: Client, today: Day): Promise<void> {
  const author = headOffice.operations.id;
  const [newCode, newTitle, newSteps] = UNPUBLISHED;
  await insertRows(client, 'sop_section', [
    {
      franchisee_id: HEAD_OFFICE,
      id: sectionId(newCode),
      folder_id: folderId('Safety'),
      code: newCode,
      title: newTitle,
      owner_id: author,
      position: 5,
    },
  ]);
  const open = (code: string, status: 'DRAFT' | 'IN_REVIEW', note: string | null) => {
    const known = SECTIONS.find(([, one]) => one === code);
    const body = bodyOf(code, known?.[2] ?? newTitle, known?.[3] ?? newSteps, note ?? undefined);
    return {
      franchisee_id: HEAD_OFFICE,
      id: demoUuid('sop-draft', code),
      section_id: sectionId(code),
      change_kind: 'MAJOR',
      change_note: note,
      body,
      plain: body.map(plainOf).join('\n'),
      read_s: readSeconds(body),
      author_id: author,
      submitted_at: status === 'IN_REVIEW' ? `${addDays(today, -1)}${HOUR}` : null,
      status,
    };
  };
  await insertRows(client, 'sop_version', [
    open('SOP-HLTH-002', 'IN_REVIEW', 'Photograph the label of the medicine.'),
    open('SOP-PRNT-002', 'IN_REVIEW', 'Answer complaints within four hours.'),
    open('SOP-FEES-001', 'DRAFT', 'Two people count cash above ₹10,000.'),
    open(newCode, 'DRAFT', null),
  ]);
  const head = teamAt(ANDHERI).head.id;
  const own = demoUuid('sop-section', 'AND-EVAC-001');
  await insertRows(client, 'sop_section', [
    {
      franchisee_id: ANDHERI,
      id: own,
      folder_id: folderId('Safety'),
      code: 'AND-EVAC-001',
      title: 'Evacuation point of Andheri',
      owner_id: head,
      position: 9,
      status: 'PUBLISHED',
    },
  ]);
  const body: Block[] = [
    {
      id: demoUuid('sop-block', 'evac', 'text'),
      kind: 'TEXT',
      text: 'We meet at the temple garden, two minutes to the left of the gate.',
    },
    {
      id: demoUuid('sop-block', 'evac', 'people'),
      kind: 'CONTACTS',
      rows: [
        { name: 'Fire brigade', role: 'Emergency', phone: '101' },
        { name: 'Building guard', role: 'Night and day', phone: '022 5550 0101' },
      ],
    },
  ];
  await insertRows(client, 'sop_version', [
    {
      franchisee_id: ANDHERI,
      id: demoUuid('sop-version', 'AND-EVAC-001', 1),
      section_id: own,
      major: 1,
      minor: 0,
      change_kind: 'MAJOR',
      body,
      plain: body.map(plainOf).join('\n'),
      read_s: readSeconds(body),
      author_id: head,
      submitted_at: `${addDays(today, -8)}${HOUR}`,
      approved_by: headOffice.superadmin.id,
      approved_at: `${addDays(today, -6)}${HOUR}`,
      effective_from: addDays(today, -5),
      told_on: addDays(today, -5),
      status: 'PUBLISHED',
    },
  ]);
}
