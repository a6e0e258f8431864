// Templates of head office and two centres, in every state.
import type { Client } from 'pg';
import { headOffice, systemTeam, teams } from '../../../db/demo/people.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuidSql } from '../../../db/demo/random.ts';

type Row = readonly [
  name: string,
  type: 'SMS' | 'EMAIL',
  userType: 'ALL' | 'PARENT' | 'STAFF',
  category: 'SERVICE_IMPLICIT' | 'SERVICE_EXPLICIT' | 'PROMOTIONAL',
  status: 'DRAFT' | 'SUBMITTED' | 'ACTIVE' | 'PAUSED' | 'RETIRED',
  subject: string | null,
  body: string,
  map: readonly string[],
  variables: readonly (readonly [name: string, kind: string, sample: string])[],
];

const OF_HEAD_OFFICE: readonly Row[] = [
  [
    'Open day',
    'SMS',
    'PARENT',
    'SERVICE_EXPLICIT',
    'ACTIVE',
    null,
    'Dear {#alphanumeric#}, {#alphanumeric#} invites you to the open day on {#alphanumeric#}. Aangan',
    ['name', 'centre', 'day'],
    [['day', 'DATE', '2026-12-05']],
  ],
  [
    'Please call us',
    'SMS',
    'PARENT',
    'SERVICE_IMPLICIT',
    'ACTIVE',
    null,
    'Dear {#alphanumeric#}, please call {#alphanumeric#} about {#alphanumeric#}. Aangan',
    ['name', 'centre', 'child'],
    [],
  ],
  [
    'Admissions are open',
    'SMS',
    'PARENT',
    'PROMOTIONAL',
    'ACTIVE',
    null,
    'Dear {#alphanumeric#}, admissions at {#alphanumeric#} are open. Visit us this week. Aangan',
    ['name', 'centre'],
    [],
  ],
  [
    'News of the month',
    'EMAIL',
    'PARENT',
    'PROMOTIONAL',
    'ACTIVE',
    'News of {centre}',
    'Dear {name},\n\nthis month at {centre}: {news}\n\nYour {brand}',
    [],
    [['news', 'TEXT', 'a garden morning and the story week']],
  ],
  [
    'Staff circular',
    'EMAIL',
    'STAFF',
    'SERVICE_IMPLICIT',
    'ACTIVE',
    'Circular: {title}',
    'Dear {name},\n\n{text}\n\nHead office',
    [],
    [
      ['title', 'TEXT', 'New handbook'],
      ['text', 'TEXT', 'Please read chapter 3.'],
    ],
  ],
  [
    'Winter camp',
    'SMS',
    'PARENT',
    'PROMOTIONAL',
    'SUBMITTED',
    null,
    'Winter camp at {#alphanumeric#} from {#alphanumeric#}. Places are few. Aangan',
    ['centre', 'day'],
    [['day', 'DATE', '2026-12-21']],
  ],
];

const AT_A_CENTRE: readonly Row[] = [
  [
    'Fee reminder by the centre',
    'SMS',
    'PARENT',
    'SERVICE_IMPLICIT',
    'ACTIVE',
    null,
    'Dear {#alphanumeric#}, fees of {#alphanumeric#} are due on {#alphanumeric#}. {#alphanumeric#} Aangan',
    ['name', 'child', 'day', 'centre'],
    [['day', 'DATE', '2026-12-10']],
  ],
  [
    'Please collect the kit',
    'SMS',
    'PARENT',
    'SERVICE_IMPLICIT',
    'SUBMITTED',
    null,
    'Dear {#alphanumeric#}, the kit of {#alphanumeric#} is ready at {#alphanumeric#}. Aangan',
    ['name', 'child', 'centre'],
    [],
  ],
  [
    'Minutes of the parents meeting',
    'EMAIL',
    'PARENT',
    'SERVICE_IMPLICIT',
    'ACTIVE',
    'Minutes of the meeting',
    'Dear {name},\n\nthank you for coming. {minutes}\n\n{centre}',
    [],
    [['minutes', 'TEXT', 'We spoke about the annual day.']],
  ],
  [
    'Summer offer',
    'EMAIL',
    'PARENT',
    'PROMOTIONAL',
    'PAUSED',
    'An offer for the summer',
    'Dear {name},\n\nuntil {day} there is an offer for siblings.',
    [],
    [['day', 'DATE', '2026-05-31']],
  ],
  [
    'Bus is late',
    'SMS',
    'PARENT',
    'SERVICE_IMPLICIT',
    'DRAFT',
    null,
    'The bus of {#alphanumeric#} is late by {#numeric#} minutes. Aangan',
    ['child', 'minutes'],
    [['minutes', 'NUMBER', '20']],
  ],
];

export async function writeTemplates(client: Client): Promise<void> {
  await write(client, 1, systemTeam.superadmin2.id, headOffice.marketing.id, OF_HEAD_OFFICE);
  // What waits was written by head office's marketing, so that the centre head may activate it.
  for (const [index, centre] of [ANDHERI, BANER].entries())
    await write(client, centre, headOffice.marketing.id, teams[index]?.head.id ?? '', AT_A_CENTRE);
}

async function write(client: Client, centre: number, writer: string, approver: string, rows: readonly Row[]) {
  for (const [n, [name, type, userType, category, status, subject, body, map, variables]] of rows.entries()) {
    const id = demoUuidSql(`'template ' || $1::int || ' ' || $2::int`);
    const live = status === 'ACTIVE' || status === 'PAUSED';
    await client.query(
      `insert into template (franchisee_id, id, name, user_type, type, page, category, variables, status, live_version, written_by, approved_by, pause_reason, created_by)
       values ($1, ${id}, $3, $4, $5, 'SEND_' || $5, $6, $7, $8, case when $9 then 1 end, $10, case when $9 then $11::uuid end,
               case when $8 = 'PAUSED' then 'The offer is over' end, $10)`,
      [
        centre,
        n,
        name,
        userType,
        type,
        category,
        JSON.stringify(variables.map(([key, kind, sample]) => ({ name: key, kind, sample }))),
        status,
        live,
        writer,
        approver,
      ],
    );
    await client.query(
      `insert into template_variant (franchisee_id, template_id, version_no, language, subject, body, map, dlt_entity_id, dlt_template_id, header)
       values ($1, ${id}, 1, 'en', $3, $4, $5, case when $6 then repeat('1', 19) end, case when $6 then lpad(($1 * 100 + $2)::text, 19, '1') end,
               case when not $6 then null when $7 = 'PROMOTIONAL' then '123456' else 'AANGAN' end)`,
      [centre, n, subject, body, map, type === 'SMS' && status !== 'DRAFT', category],
    );
  }
}
