// Who drives: the in-house team and a company at two centres, drivers and attendants with their papers (one ends soon, one is not
// verified yet), postings to the vehicles, and what waits for another person.
import { createHash } from 'node:crypto';
import { addDays, type Day } from '@aangan/contract/period.ts';
import { openFileStore } from '@aangan/server/files/file-store.ts';
import type { Client } from 'pg';
import { drawnPicture } from '../../../db/demo/drawn-picture.ts';
import { escortTeam, headOffice, teamAt } from '../../../db/demo/people.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

const CENTRES = [ANDHERI, BANER] as const;

interface Person {
  readonly key: string;
  readonly vendor: 'home' | 'company';
  readonly name: string;
  readonly role: 'DRIVER' | 'ATTENDANT' | 'CONDUCTOR' | 'GUARD';
  readonly status: 'PENDING' | 'VERIFIED' | 'SUSPENDED' | 'LEFT';
  /** Days until the papers end; null: waits for verification. */
  readonly papers: Readonly<Record<string, number | null>>;
  /** The end of the plate, and the days of the posting from today. */
  readonly post?: readonly [plate: string, from: number, to: number | null];
}

// biome-ignore format: a table
const PEOPLE: readonly Person[] = [
  { key: 'omkar', vendor: 'home', name: 'Omkar Jadhav', role: 'DRIVER', status: 'VERIFIED', papers: { LICENCE: 620, POLICE: 240, MEDICAL: 130 }, post: ['AB1234', -200, null] },
  { key: 'salim', vendor: 'home', name: 'Salim Ansari', role: 'DRIVER', status: 'VERIFIED', papers: { LICENCE: 12, POLICE: 300, MEDICAL: 90 }, post: ['CD4207', -90, null] },
  { key: 'pallavi', vendor: 'home', name: 'Pallavi More', role: 'ATTENDANT', status: 'VERIFIED', papers: { POLICE: 190, MEDICAL: 160 }, post: ['AB1234', -150, null] },
  { key: 'ramesh', vendor: 'company', name: 'Ramesh Pawar', role: 'CONDUCTOR', status: 'VERIFIED', papers: { POLICE: 80, MEDICAL: 75 }, post: ['CD4207', 6, 90] },
  { key: 'vijay', vendor: 'company', name: 'Vijay Shelar', role: 'DRIVER', status: 'PENDING', papers: { LICENCE: null, POLICE: null } },
  { key: 'anil', vendor: 'company', name: 'Anil Kadam', role: 'DRIVER', status: 'SUSPENDED', papers: { LICENCE: 300, POLICE: 200, MEDICAL: 20 }, post: ['EF3391', -120, -20] },
];
const VENDORS = [
  { key: 'home', name: 'In-house team', kind: 'IN_HOUSE', status: 'VERIFIED', agreement: null },
  { key: 'company', name: 'Safe Wheels Travels', kind: 'COMPANY', status: 'VERIFIED', agreement: 210 },
  { key: 'new', name: 'City Cabs', kind: 'COMPANY', status: 'PENDING', agreement: 340 },
  { key: 'old', name: 'Morning Star Tours', kind: 'INDIVIDUAL', status: 'SUSPENDED', agreement: -15 },
  { key: 'gone', name: 'Blue Line Cabs', kind: 'COMPANY', status: 'CLOSED', agreement: -240 },
] as const;

const picture = drawnPicture(7, 320, 200);
const fileId = (centre: number, key: string): string => demoUuid('escort-file', centre, key);
const documentKeys = PEOPLE.flatMap(({ key, papers }) => Object.keys(papers).map((kind) => `${key} ${kind}`));
const vendorPapers = ['company AGREEMENT', 'company PAN', 'new AGREEMENT', 'old AGREEMENT', 'old PAN'];
const fileKeys = [...documentKeys, ...vendorPapers, ...PEOPLE.map(({ key }) => `${key} photo`)];

/** Bytes for the rows that were planted without them. For a server that is looked at in tests. */
export async function writeEscortBytes(filesDir: string): Promise<void> {
  const store = await openFileStore(filesDir);
  for (const centre of CENTRES) for (const key of fileKeys) await store.write(fileId(centre, key), picture);
}

export async function writeTransportEscorts(
  client: Client,
  today: Day,
  filesDir: string | null,
): Promise<void> {
  if (filesDir !== null) await writeEscortBytes(filesDir);
  const rows: Record<'file' | 'use' | 'vendor' | 'person' | 'document' | 'staff' | 'step', Row[]> = {
    file: [],
    use: [],
    vendor: [],
    person: [],
    document: [],
    staff: [],
    step: [],
  };
  for (const [i, centre] of CENTRES.entries()) {
    const by = teamAt(centre).head.id;
    const place = (noun: string, key: string) => ({
      franchisee_id: centre,
      id: demoUuid(noun, centre, key),
    });
    const vendorId = (key: string) => demoUuid('escort-vendor', centre, key);
    const personId = (key: string) => demoUuid('escort-person', centre, key);
    const step = (subject: string, id: string, action: string, to: string) =>
      rows.step.push({
        franchisee_id: centre,
        subject,
        subject_id: id,
        action,
        from_status: '',
        to_status: to,
        created_by: by,
      });
    for (const key of fileKeys) {
      const photo = key.endsWith(' photo');
      rows.file.push({
        franchisee_id: centre,
        id: fileId(centre, key),
        name: `${key.toLowerCase().replaceAll(' ', '-')}.png`,
        bytes: picture.length,
        sha256: `\\x${createHash('sha256').update(picture).digest('hex')}`,
        mime: 'image/png',
        kind: 'upload',
        state: 'CLEAN',
        storage_key: fileId(centre, key),
        uploaded_at: `${addDays(today, -20)}T11:00:00+05:30`,
        created_by: by,
      });
      rows.use.push({
        franchisee_id: centre,
        file_id: fileId(centre, key),
        area: 'transport',
        subject_kind: 'escort-person',
        subject_id: photo ? personId(key.split(' ')[0] ?? '') : demoUuid('escort-document', centre, key),
      });
    }
    for (const [n, one] of VENDORS.entries()) {
      rows.vendor.push({
        ...place('escort-vendor', one.key),
        name: one.name,
        kind: one.kind,
        contact: one.key === 'home' ? 'Centre office' : 'Rahul Naik',
        phone: `+91982005${i}${n}10`.padEnd(13, '0'),
        address: one.key === 'home' ? null : 'Shop 4, Station Road',
        agreement_no: one.agreement === null ? null : `AGR-${centre}${n}`,
        agreement_to: one.agreement === null ? null : addDays(today, one.agreement),
        status: one.status,
      });
      step('escort_vendor', vendorId(one.key), 'add', 'PENDING');
    }
    const paper = (key: string, of: { vendor: string; person: string | null; days: number | null }) => {
      const [, kind = ''] = key.split(' ');
      const open = of.days === null;
      rows.document.push({
        ...place('escort-document', key),
        vendor_id: vendorId(of.vendor),
        person_id: of.person === null ? null : personId(of.person),
        kind,
        number: kind === 'PAN' ? 'AAAFS1234B' : null,
        starts_on: kind === 'PAN' ? null : addDays(today, -150),
        ends_on: kind === 'PAN' ? null : addDays(today, of.days ?? 365),
        file_id: fileId(centre, key),
        status: open ? 'SUBMITTED' : 'VERIFIED',
        uploaded_by: by,
        decided_by: open ? null : headOffice.operations.id,
      });
      step('escort_document', demoUuid('escort-document', centre, key), 'add', 'SUBMITTED');
    };
    paper('company AGREEMENT', { vendor: 'company', person: null, days: 210 });
    paper('company PAN', { vendor: 'company', person: null, days: 0 });
    paper('new AGREEMENT', { vendor: 'new', person: null, days: null });
    paper('old AGREEMENT', { vendor: 'old', person: null, days: -15 });
    paper('old PAN', { vendor: 'old', person: null, days: 0 });
    for (const [n, one] of PEOPLE.entries()) {
      rows.person.push({
        ...place('escort-person', one.key),
        vendor_id: vendorId(one.vendor),
        name: one.name,
        role: one.role,
        phone: `+91982006${i}${n}20`.padEnd(13, '0'),
        photo_id: fileId(centre, `${one.key} photo`),
        experience_years: 4 + n,
        licence_no: one.role === 'DRIVER' ? `MH02 2012000${n}` : null,
        licence_class: one.role === 'DRIVER' ? 'TRANS' : null,
        status: one.status,
        user_id: centre === ANDHERI && one.key === 'omkar' ? escortTeam.driver.id : null,
      });
      step('escort_person', personId(one.key), 'add', 'PENDING');
      for (const [kind, days] of Object.entries(one.papers))
        paper(`${one.key} ${kind}`, { vendor: one.vendor, person: one.key, days });
      if (one.post) {
        const [plate, from, to] = one.post;
        rows.staff.push({
          ...place('vehicle-staff', one.key),
          person_id: personId(one.key),
          vehicle_id: demoUuid('vehicle', centre, `MH${['02', '12'][i]}${plate}`),
          role: one.role,
          from_on: addDays(today, from),
          to_on: to === null ? null : addDays(today, to),
        });
      }
    }
  }
  await insertRows(client, 'file', rows.file);
  await insertRows(client, 'escort_vendor', rows.vendor);
  await insertRows(client, 'escort_person', rows.person);
  await insertRows(client, 'escort_document', rows.document);
  await insertRows(client, 'file_use', rows.use);
  await insertRows(client, 'vehicle_staff', rows.staff);
  await insertRows(client, 'status_step', rows.step);
}
