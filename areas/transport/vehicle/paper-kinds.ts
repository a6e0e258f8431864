import { EXPIRED_WORDS } from './paper-cover.ts';

interface PaperKind {
  readonly title: string;
  /** Its list; null for the permit, which is a tab of the vehicle. */
  readonly path: string | null;
  /** Without it, or after its last day, the vehicle does not run. */
  readonly blocks: boolean;
  /** Nobody may let the vehicle run without it, whatever the reason. */
  readonly never?: true;
  /** Stands on the board of vehicles. */
  readonly board: boolean;
}

/** The ten dated papers of a vehicle (areas/transport.md 2.1), in the order of the board. */
export const paperKinds = {
  INSURANCE: {
    title: 'Insurance',
    path: '/transport/vehicle-insurance-details',
    blocks: true,
    never: true,
    board: true,
  },
  PERMIT: { title: 'Permit', path: null, blocks: true, board: true },
  FITNESS: { title: 'Fitness', path: '/transport/vehicle-fitness-details', blocks: true, board: true },
  POLLUTION: { title: 'Pollution', path: '/transport/vehicle-pollution-details', blocks: true, board: true },
  ROAD_TAX: { title: 'Road tax', path: '/transport/vehicle-roadtax-details', blocks: true, board: true },
  REPAIR: {
    title: 'Repair',
    path: '/transport/vehicle-rapairbreakdown-details',
    blocks: true,
    never: true,
    board: true,
  },
  MAINTENANCE: {
    title: 'Maintenance',
    path: '/transport/vehicle-maintenance-details',
    blocks: false,
    board: true,
  },
  CHALLAN: { title: 'Fines', path: '/transport/vehicle-challan-details', blocks: false, board: true },
  // An instalment comes every month: it would keep each vehicle amber, so it stands in its own list alone.
  LOAN: { title: 'Loan', path: '/transport/vehicle-loan-details', blocks: false, board: false },
  FUEL: { title: 'Fuel', path: '/transport/vehicle-fule-details', blocks: false, board: false },
} as const satisfies Readonly<Record<string, PaperKind>>;

export type PaperKindName = keyof typeof paperKinds;
const names = Object.keys(paperKinds) as PaperKindName[];
export const boardKinds = names.filter((name) => paperKinds[name].board);
/** Where a certificate runs for a time; a repair or a fine is an event. */
export const coverKinds = ['INSURANCE', 'PERMIT', 'FITNESS', 'POLLUTION', 'ROAD_TAX'] as const;
export const blockingKinds = names.filter((name) => paperKinds[name].blocks);
/** May the vehicle run without it for a while, when somebody answers for it? */
export const mayOverride = (kind: PaperKindName): kind is 'PERMIT' | 'FITNESS' | 'POLLUTION' | 'ROAD_TAX' => {
  const { blocks, never }: PaperKind = paperKinds[kind];
  return blocks && never !== true;
};

/** Where a paper is added; the form knows the vehicle then. */
export const addPaperLink = (kind: PaperKindName, vehicleId: string): string => {
  const { path } = paperKinds[kind];
  return path === null
    ? `/transport/vehicle-details/edit/${vehicleId}?tab=permits&new=1`
    : `${path}/add?vehicle=${vehicleId}`;
};

/** "Insurance ended on 30-11-2026". */
export const paperReason = (kind: PaperKindName, words: string): string =>
  words === EXPIRED_WORDS.missing
    ? `${paperKinds[kind].title} is not recorded`
    : `${paperKinds[kind].title}: ${words}`;
