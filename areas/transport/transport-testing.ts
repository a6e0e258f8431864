import { randomUUID } from 'node:crypto';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { uploadedFile } from '@aangan/testkit/uploaded-file.ts';
import { ANDHERI, type PersonName } from '@aangan/testkit/world.ts';
import { type BoardCell, vehicleContract as contract } from './vehicle/vehicle.contract.ts';

let plates = 1000;

/** A plate that no other test uses. */
export const newPlate = (): string => {
  plates += 1;
  return `MH 04 ZT ${plates}`;
};

export const aVehicle = () => ({
  regNo: newPlate(),
  kind: 'BUS' as const,
  make: 'Tata',
  model: 'Starbus',
  fuel: 'DIESEL' as const,
  ownership: 'OWN' as const,
  registeredSeats: 20,
  childSeats: 18,
  registeredOn: '2022-04-01',
  hasCctv: true,
  hasSpeedGovernor: true,
  hasFirstAid: true,
  hasExtinguisher: true,
});

export async function addVehicle(app: TestApp, by: PersonName = 'Bina'): Promise<string> {
  return (await app.as(by).call(contract.add, aVehicle())).id;
}

/** Day of today in India, and days from it. */
export const day = (plus = 0): string => addDays(todayIst(Date.now()), plus);

export async function pageOf(app: TestApp, id: string) {
  return app.as('Bina').call(contract.page, { id });
}

export async function cellOf(app: TestApp, id: string, kind: BoardCell['kind']): Promise<BoardCell> {
  const { cells } = await pageOf(app, id);
  const cell = cells.find((one) => one.kind === kind);
  if (!cell) throw new Error(`No cell ${kind}`);
  return cell;
}

const CERTIFICATES = [
  'vehicle_insurance',
  'vehicle_permit',
  'vehicle_fitness',
  'vehicle_pollution',
  'vehicle_road_tax',
] as const;
export type Certificate = (typeof CERTIFICATES)[number];

// What each table asks for beside number and days.
const OWN: Readonly<Record<Certificate, Readonly<Record<string, unknown>>>> = {
  vehicle_insurance: { insurer: 'Suraksha', cover: 'COMPREHENSIVE', amount: 100 },
  vehicle_permit: { kind: 'SCHOOL_BUS' },
  vehicle_fitness: { station: 'Andheri', inspected_on: '2026-01-01' },
  vehicle_pollution: { station: 'Andheri' },
  vehicle_road_tax: { period: 'YEAR', amount: 100 },
};

/** One paper from a day to a day, behind the API. */
export async function paper(
  app: TestApp,
  table: Certificate,
  of: { vehicleId: string; from: string; to: string; centre?: number },
): Promise<void> {
  const row = {
    franchisee_id: of.centre ?? ANDHERI,
    vehicle_id: of.vehicleId,
    number: randomUUID(),
    starts_on: of.from,
    ends_on: of.to,
    ...OWN[table],
  };
  const names = Object.keys(row);
  await app.sql(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row),
  );
}

/** Every paper that blocks, for a year. */
export async function allPapers(
  app: TestApp,
  vehicleId: string,
  but: readonly Certificate[] = [],
): Promise<void> {
  for (const table of CERTIFICATES)
    if (!but.includes(table)) await paper(app, table, { vehicleId, from: day(-30), to: day(300) });
}

/** A clean file that the person uploaded. */
export const fileOf = (app: TestApp, by: PersonName, at = ANDHERI): Promise<string> =>
  uploadedFile(app, { by, name: 'receipt.pdf', at });
