// Everybody who signs in. The named ones stand in the table of sign-ins; each further centre has its own team.
import { centres } from './places.ts';
import { demoMobile, demoUuid } from './random.ts';

export const DEMO_PASSWORD = 'Aangan#2026';
export const DEMO_DOMAIN = '@demo.aangan';
const HEAD_OFFICE = 1;

export interface DemoPerson {
  id: string;
  signIn: string;
  firstName: string;
  lastName: string;
  roles: readonly number[];
  /** CENTRES: those given one by one, which the demo's own file of the subject does. */
  scope: 'NETWORK' | 'ZONE' | 'CENTRE' | 'CENTRES';
  franchiseeId: number;
  zoneId: number | null;
  mobile: string;
  designation: string;
  department: number | null;
  kind: 'STAFF' | 'PARENT';
  superAdmin: boolean;
  /** Signs in with the password alone. */
  codeExempt: boolean;
  codes: readonly string[];
  /** Role as the table of sign-ins names it; null: not in the table. */
  shownAs: string | null;
}

type Key =
  | 'superadmin'
  | 'finance'
  | 'finance2'
  | 'zonemanager'
  | 'operations'
  | 'marketing'
  | 'delivery'
  | 'tickets';

let count = 0;
function person(
  local: string,
  name: string,
  role: Pick<DemoPerson, 'roles' | 'scope' | 'designation'> & Partial<DemoPerson>,
): DemoPerson {
  const [firstName = '', ...rest] = name.split(' ');
  count += 1;
  return {
    id: demoUuid('user', local),
    signIn: `${local}${DEMO_DOMAIN}`,
    firstName,
    lastName: rest.join(' '),
    franchiseeId: HEAD_OFFICE,
    zoneId: null,
    mobile: demoMobile(700, count),
    department: null,
    kind: 'STAFF',
    superAdmin: false,
    codeExempt: true,
    codes: [],
    shownAs: null,
    ...role,
  };
}

// Role ids of migration 0102 (areas/system.md 12.2).
export const headOffice: Readonly<Record<Key, DemoPerson>> = {
  superadmin: person('superadmin', 'Asha Rao', {
    roles: [1],
    scope: 'NETWORK',
    designation: 'Super Admin',
    superAdmin: true,
    department: 12,
    shownAs: 'Super admin',
  }),
  finance: person('finance', 'Chetan Mehta', {
    roles: [18, 19],
    scope: 'NETWORK',
    designation: 'Finance Head',
    department: 4,
    codeExempt: false,
    shownAs: 'Finance (asks for a code)',
    codes: ['PLAN_APPROVE', 'SETTLEMENT_APPROVE', 'ROYALTY_APPROVE', 'PERIOD_UNLOCK'],
  }),
  finance2: person('finance.desk', 'Nitin Agarwal', {
    roles: [19],
    scope: 'NETWORK',
    designation: 'Accounts Executive',
    department: 4,
  }),
  zonemanager: person('zonemanager', 'Farid Khan', {
    roles: [13],
    scope: 'ZONE',
    zoneId: 1,
    designation: 'Zonal Manager, West',
    department: 2,
    codes: ['WOWKIT_ZSM_APPROVED', 'ORDER_CREDIT_OVERRIDE'],
    shownAs: 'Zone manager (West)',
  }),
  operations: person('operations', 'Harsh Joshi', {
    roles: [20],
    scope: 'NETWORK',
    designation: 'Operations Manager',
    department: 2,
    codes: ['DAMAGE_CLAIM_APPROVED'],
    shownAs: 'Operations',
  }),
  marketing: person('marketing', 'Meera Das', {
    roles: [16],
    scope: 'NETWORK',
    designation: 'Marketing Head',
    department: 3,
    shownAs: 'Marketing head',
  }),
  delivery: person('delivery', 'Dev Pawar', {
    roles: [21],
    scope: 'NETWORK',
    designation: 'Dispatch',
    department: 9,
    shownAs: 'Delivery',
  }),
  tickets: person('tickets', 'Tara Bose', {
    roles: [23],
    scope: 'NETWORK',
    designation: 'Ticket Desk',
    department: 1,
    shownAs: 'Ticket admin',
  }),
};

export interface Team {
  head: DemoPerson;
  counsellors: readonly DemoPerson[];
  teachers: readonly DemoPerson[];
}

const HEADS = [
  'Bina Shah',
  'Charu Kulkarni',
  'Madhavi Gokhale',
  'Rohit Nair',
  'Kinjal Patel',
  'Nirali Desai',
  'Ritu Malhotra',
  'Shalini Gupta',
  'Kavitha Rao',
  'Deepa Hegde',
  'Lavanya Reddy',
  'Sravani Naidu',
];
const COUNSELLORS = [
  'Esha Patil',
  'Rekha More',
  'Tanuja Kale',
  'Sonal Gandhi',
  'Jigna Bhatt',
  'Payal Trivedi',
  'Manpreet Bedi',
  'Anjali Verma',
  'Shruthi Gowda',
  'Rashmi Shetty',
  'Haritha Varma',
  'Swapna Goud',
];
const TEACHERS = [
  'Divya Nair',
  'Usha Ghosh',
  'Pallavi Joshi',
  'Lavina Pinto',
  'Urvashi Vyas',
  'Dipti Panchal',
  'Simran Arora',
  'Nidhi Saxena',
  'Chaitra Bhat',
  'Vidya Kamath',
  'Mounika Chowdary',
  'Prasanna Raju',
];

function teamOf(index: number): Team {
  const centre = centres[index];
  if (!centre) throw new Error('No such centre');
  const at = { scope: 'CENTRE', franchiseeId: centre.id } as const;
  const own = centre.code.toLowerCase();
  const headRole = centre.model === 'COCO' ? 6 : 5;
  const local = (role: string): string =>
    index === 0 ? role : index === 1 && role === 'centrehead' ? 'centrehead2' : `${role}.${own}`;
  return {
    head: person(local('centrehead'), HEADS[index] ?? 'Head', {
      ...at,
      roles: [headRole],
      designation: 'Centre Head',
      shownAs: index < 2 ? 'Centre head' : null,
    }),
    counsellors: [
      person(local('counsellor'), COUNSELLORS[index] ?? 'Counsellor', {
        ...at,
        roles: [9],
        designation: 'Counsellor',
        shownAs: index === 0 ? 'Counsellor' : null,
      }),
    ],
    teachers: [
      person(local('teacher'), TEACHERS[index] ?? 'Teacher', {
        ...at,
        roles: [10],
        designation: 'Teacher',
        codes: ['USER_STAFF_APPROVED'],
        shownAs: index === 0 ? 'Teacher (approved)' : null,
      }),
    ],
  };
}

export const teams: readonly Team[] = centres.map((_, index) => teamOf(index));

/** Guardian of the first family of Andheri. */
export const parent: DemoPerson = person('parent', 'Gita Iyer', {
  roles: [36],
  scope: 'CENTRE',
  franchiseeId: 2,
  designation: '',
  kind: 'PARENT',
  shownAs: 'Parent',
  mobile: demoMobile(702, 0),
});

/** Those who look after the system; made last, so that nobody else's number moves. */
export const systemTeam = {
  /** Approves what the first one proposes, and the other way round. */
  superadmin2: person('superadmin2', 'Anand Krishnan', {
    roles: [1],
    scope: 'NETWORK',
    designation: 'Super Admin',
    superAdmin: true,
    department: 12,
    shownAs: 'Second super admin',
  }),
  system: person('system', 'Sanjay Pillai', {
    roles: [3],
    scope: 'NETWORK',
    designation: 'System Administrator',
    department: 12,
    shownAs: 'System staff',
  }),
} as const;

const anotherCounsellor = (local: string, name: string, franchiseeId: number): DemoPerson =>
  person(local, name, {
    scope: 'CENTRE',
    franchiseeId,
    roles: [9],
    designation: 'Counsellor',
    department: null,
  });

/** The two large centres have more than one counsellor: leads are shared out by rules. */
export const moreCounsellors = {
  sneha: anotherCounsellor('counsellor2', 'Sneha Pawar', 2),
  imran: anotherCounsellor('counsellor3', 'Imran Shaikh', 2),
  pooja: anotherCounsellor('counsellor2.bnr', 'Pooja Jadhav', 3),
} as const;

/** Who makes the catalogue, and who decides on it. */
export const productTeam = {
  product: person('product', 'Ira Sen', {
    roles: [22],
    scope: 'NETWORK',
    designation: 'Product Manager',
    department: 8,
    shownAs: 'Product',
  }),
  c1: person('approver1', 'Jai Malhotra', {
    roles: [22, 31],
    scope: 'NETWORK',
    designation: 'Product Lead',
    department: 8,
    codes: ['WOWKIT_C1_APPROVED', 'MARGIN_L1_APPROVED', 'KITMAP_CH1_APPROVED'],
    shownAs: 'First approver (margins, kits, BOM)',
  }),
  c2: person('approver2', 'Kiran Bhatia', {
    roles: [22, 32],
    scope: 'NETWORK',
    designation: 'Head of Product',
    department: 8,
    codes: ['WOWKIT_C2_APPROVED', 'MARGIN_L2_APPROVED', 'KITMAP_APPROVED'],
    shownAs: 'Second approver (margins, kits, BOM)',
  }),
  c3: person('approver3', 'Leela Varma', {
    roles: [33],
    scope: 'NETWORK',
    designation: 'Chief Operating Officer',
    department: 2,
    codes: ['WOWKIT_C3_APPROVED'],
    shownAs: 'Third approver (BOM)',
  }),
  final: person('approver.final', 'Manoj Tiwari', {
    roles: [35],
    scope: 'NETWORK',
    designation: 'Director',
    department: 2,
    codes: ['WOWKIT_APPROVED'],
    shownAs: 'Final approver (WOW orders)',
  }),
} as const;

/** Who writes the curriculum. */
export const curriculumTeam = {
  author: person('author', 'Nandini Bose', {
    roles: [26],
    scope: 'NETWORK',
    designation: 'Curriculum Author',
    department: 8,
    shownAs: 'Curriculum author',
  }),
} as const;

/** Who trains the teachers of all centres. */
export const trainingTeam = {
  trainer: person('trainer', 'Hema Kapoor', {
    roles: [27],
    scope: 'NETWORK',
    designation: 'Academic Trainer',
    department: 5,
    shownAs: 'Trainer',
  }),
} as const;

/** Who visits the centres of a zone. */
export const amsTeam = {
  manager: person('academicmanager', 'Arjun Deshmukh', {
    roles: [12],
    scope: 'CENTRES',
    designation: 'Academic Manager, West',
    department: 5,
    mobile: demoMobile(703, 1012),
    shownAs: 'Academic manager (two centres)',
  }),
  manager2: person('academicmanager2', 'Leena Kulkarni', {
    roles: [12],
    scope: 'CENTRES',
    designation: 'Academic Manager, South',
    department: 5,
    mobile: demoMobile(703, 1013),
  }),
} as const;

/** Who drives the children; sees the own trips alone. */
export const escortTeam = {
  driver: person('driver', 'Omkar Jadhav', {
    roles: [30],
    scope: 'CENTRE',
    franchiseeId: 2,
    designation: 'Driver',
    mobile: demoMobile(703, 1030),
    shownAs: 'Driver (own trips)',
  }),
} as const;

export const allPeople: readonly DemoPerson[] = [
  ...Object.values(headOffice),
  ...teams.flatMap((team) => [team.head, ...team.counsellors, ...team.teachers]),
  parent,
  ...Object.values(systemTeam),
  ...Object.values(moreCounsellors),
  ...Object.values(productTeam),
  ...Object.values(curriculumTeam),
  ...Object.values(trainingTeam),
  ...Object.values(amsTeam),
  ...Object.values(escortTeam),
];

export const teamAt = (franchiseeId: number): Team => {
  const team = teams[franchiseeId - 2];
  if (!team) throw new Error(`No team at ${franchiseeId}`);
  return team;
};
