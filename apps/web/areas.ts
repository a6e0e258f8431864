import type { AreaScreens } from '@aangan/web/screens.ts';
import { loadChunk } from './load-chunk.ts';
import { shellScreens } from './shell.web.ts';

type AreaModule = Readonly<Record<string, unknown>>;

// Every area that is in the tree; one that is not built yet is absent and its paths are unknown (areas/README 6).
const modules = import.meta.glob<AreaModule>('../../areas/*/area.web.ts');

/** First path segments of routes.tsv by area: an area's screens are fetched when one of its paths is opened. */
export const AREA_SEGMENTS: Readonly<Record<string, readonly string[]>> = {
  system: ['system', 'cron'],
  network: ['city', 'franchisee', 'user', 'home', 'pincodes'],
  enquiries: [
    'forms',
    'enquiry',
    'enquiry-form',
    'enquiry-saved',
    'parent-enquiry',
    'B2SReport',
    'lead-allocation',
    'lead-reallocation',
    'google-webhook',
    'waid-integration',
    'upload',
  ],
  admissions: [
    'forms',
    'application-form',
    'registration-form',
    'admission-form',
    'thankyou',
    'admissionConfirmation',
    'registrationConfirmation',
  ],
  students: ['student', 'students', 'student-account', 'student-promotion', 'mother-toddler-program'],
  academics: [
    'academic-calender',
    'attendance',
    'class',
    'class-diary',
    'class-group',
    'classWork',
    'generaldiary',
    'subjectdiary',
    'grade-book',
    'health-remark',
    'log-book',
    'terms',
  ],
  curriculum: ['learning', 'learning-cms', 'recorded', 'videos', 'videoplayer'],
  staff: ['staff'],
  training: ['self-training', 'trainer-led', 'online-class', 'teacher-training'],
  audits: ['ams', 'amsv1', 'audit', 'my-audit', 'cctvDocUpload', 'general-audit'],
  sop: ['sop'],
  finance: [
    'finance',
    'fee-Concession',
    'fee-type',
    'fee-types',
    'fee-component',
    'approve-plan',
    'approve-payment',
    'approve-concession',
    'royalty',
    'concession',
    'ledger',
    'payments',
    'payment-links',
    'admission-payments',
    'payment-invoice',
  ],
  services: ['services', 'service-payments', 'forms'],
  orders: [
    'curriculumKit2',
    'retailer-margin',
    'kit-mapping',
    'kit-allocation',
    'uniform',
    'check',
    'place-order',
    'damage',
    'order-history',
    'delivery',
    'indent',
    'upload',
  ],
  transport: ['transport'],
  communication: ['announcement', 'eventcalendar', 'gallery', 'photogallary', 'communications'],
  tickets: ['ticketing-bees'],
  reports: [
    'report',
    'ie-app-status',
    'student-progress-report',
    'teacher-progress-report',
    'schedule-report',
  ],
};

/** The areas that may own a path, by its first segment. */
export function areasOfPath(pathname: string): string[] {
  const first = (pathname.split('/')[1] ?? '').toLowerCase();
  return Object.entries(AREA_SEGMENTS)
    .filter(([, segments]) => segments.some((segment) => segment.toLowerCase() === first))
    .map(([area]) => area);
}

const isAreaScreens = (value: unknown): value is AreaScreens =>
  typeof value === 'object' && value !== null && 'screens' in value && 'area' in value;

/** Screens of one area, or null when it is not built. Throws a ChunkLoadError when its list cannot be fetched. */
export async function screensOfArea(area: string): Promise<AreaScreens | null> {
  const load = modules[`../../areas/${area}/area.web.ts`];
  if (!load) return null;
  const module = await loadChunk(load);
  return Object.values(module).find(isAreaScreens) ?? null;
}

/** The shell's own screens are always there. */
export const ownScreens: AreaScreens = shellScreens;
